import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { siteOptions } from '../api/site.ts';
import { startOf } from '../session/access.ts';
import { useSession } from '../session/use-session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFound() {
  const { claims } = useSession();
  const { data: site } = useQuery(siteOptions());
  return (
    <>
      <PageHeader title={t`Page Not Found`} />
      <EmptyState
        icon={FileQuestion}
        title={t`There is no screen at this address`}
        action={<Link to={startOf(claims, site?.hasEcom ?? true)}>{t`Go to the start`}</Link>}
      />
    </>
  );
}
