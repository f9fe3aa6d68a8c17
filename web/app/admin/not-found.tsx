import { t } from '@lingui/core/macro';
import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { startOf } from '../session/access.ts';
import { useSession } from '../session/use-session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFound() {
  const { claims } = useSession();
  return (
    <>
      <PageHeader title={t`Page Not Found`} />
      <EmptyState
        icon={FileQuestion}
        title={t`There is no screen at this address`}
        action={<Link to={startOf(claims)}>{t`Go to the start`}</Link>}
      />
    </>
  );
}
