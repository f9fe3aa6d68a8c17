/** /cms-admin/config: what the whole site goes by, each entry with what it does. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ConfigEntry, configKey, listConfigOptions, readConfig } from '../../api/config.ts';
import { siteOptions } from '../../api/site.ts';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import frame from '../resource-edit.module.css';
import { ResourceForm } from '../resource-form.tsx';
import { useFieldInAddress } from '../use-field-in-address.ts';
import styles from './config.module.css';
import { type ConfigValues, configValuesOf, saveConfig } from './config-values.ts';
import entry from './entry.ts';
import { MailState } from './mail-state.tsx';
import { sectionsOf } from './sections.tsx';

export function ConfigScreen() {
  const query = useQuery(listConfigOptions());
  const begun = useRecordToEdit('config', query);
  return (
    <div className={frame.screen}>
      <PageHeader title={entry.many} description={entry.description} />
      {begun ? (
        begun.length === 0 ? (
          <EmptyState icon={entry.icon} title={t`The site is not set up yet`} />
        ) : (
          <ConfigForm entries={begun} />
        )
      ) : query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="36rem" />
      )}
    </div>
  );
}

function ConfigForm({ entries }: { entries: ConfigEntry[] }) {
  const queryClient = useQueryClient();
  const { data: site } = useQuery(siteOptions());
  const isDirty = useRef(() => false);
  const card = useRef<HTMLDivElement>(null);
  useLeaveWarning(() => isDirty.current());
  useFieldInAddress(card);
  const refresh = () => queryClient.invalidateQueries({ queryKey: configKey });
  return (
    <div className={styles.parts}>
      <MailState site={site} />
      <div ref={card} className={frame.card}>
        <ResourceForm<ConfigValues, ConfigEntry[]>
          record={entries}
          isDirtyRef={isDirty}
          sectionsOf={(present) => sectionsOf(present ?? entries)}
          valuesOf={configValuesOf}
          submit={(values, present) => saveConfig(values, present ?? entries).finally(refresh)}
          submitLabel={t`Save`}
          refetch={readConfig}
          onSaved={() => toast.success(t`The configuration was saved.`)}
        />
      </div>
    </div>
  );
}
