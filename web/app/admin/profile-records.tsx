/** What there is of a person by each schema, read once for all of their cards. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { allSchemasOptions, listProfileDataOptions } from '../api/schemas.ts';
import { ErrorState } from '../ui/states.tsx';
import { Card } from './card.tsx';
import type { ProfileProps } from './use-profile-form.ts';

interface ProfileRecordsProps {
  personId: string;
  /** The card of one schema; its `key` is given here. */
  card: (props: ProfileProps) => ReactNode;
}

export function ProfileRecords({ personId, card }: ProfileRecordsProps): ReactNode {
  const schemas = useQuery(allSchemasOptions());
  const data = useQuery(listProfileDataOptions(personId));
  const failed = [schemas, data].find((query) => query.isError && !query.data);
  if (failed)
    return (
      <Card title={t`Profile`}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (!schemas.data || !data.data) return null;
  const records = data.data.results;
  return schemas.data.results.map((schema) => {
    const record = records.find(({ schemaId }) => schemaId === schema.id);
    // With other fields the form begins anew.
    return <Fragment key={`${schema.id} ${schema.version}`}>{card({ personId, schema, record })}</Fragment>;
  });
}
