import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { useHasScope } from '../session/use-session.ts';

interface ActivityLinkProps {
  /** `userId` finds what somebody did, too. */
  filter: 'subjectId' | 'userId';
  id: string;
}

/** To what was done to a record, for those who may read the log. */
export function ActivityLink({ filter, id }: ActivityLinkProps) {
  if (!useHasScope('admin')) return null;
  return (
    <Button
      component={Link}
      to={`/cms-admin/audit-log?${filter}=${id}`}
      variant="subtle"
      size="md"
      leftSection={<ScrollText size={16} aria-hidden />}
    >
      {t`Activity`}
    </Button>
  );
}
