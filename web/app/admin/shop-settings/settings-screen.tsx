/** /cms-ecom/settings: what prices, taxes and stock of the shop go by. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { setAllShopConfig } from '../../api/config.ts';
import { useCountries } from '../../api/countries.ts';
import { useCurrencies } from '../../api/currencies.ts';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type ConfigEntryOut, ecomConfigEntriesList } from '../../api/generated/index.ts';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { saveConfig } from '../config/config-values.ts';
import { mayWrite } from '../define-resource.ts';
import { ReadOnlyNote } from '../read-only-note.tsx';
import frame from '../resource-edit.module.css';
import { ResourceForm } from '../resource-form.tsx';
import { useFieldInAddress } from '../use-field-in-address.ts';
import entry from './entry.ts';
import { sectionsOf, type Values } from './sections.ts';

const NAMES = sectionsOf([], []).flatMap(({ fields }) => fields.map(({ name }) => name));

export function SettingsScreen() {
  const query = useQuery(ecomConfigEntriesListOptions());
  const begun = useRecordToEdit('shop-settings', query);
  return (
    <div className={frame.screen}>
      <PageHeader title={entry.many} description={entry.description} />
      {begun ? (
        <SettingsForm entries={begun} />
      ) : query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="30rem" />
      )}
    </div>
  );
}

function SettingsForm({ entries }: { entries: ConfigEntryOut[] }) {
  const queryClient = useQueryClient();
  const [currencies, countries] = [useCurrencies(), useCountries()];
  const isDirty = useRef(() => false);
  const [isReadOnly] = useState(() => !mayWrite(entry));
  const card = useRef<HTMLDivElement>(null);
  useLeaveWarning(() => isDirty.current());
  useFieldInAddress(card);
  const refresh = () => queryClient.invalidateQueries();
  return (
    <div ref={card} className={`${frame.card} ${frame.record}`} data-read-only={isReadOnly || undefined}>
      {isReadOnly && <ReadOnlyNote place={entry} />}
      <ResourceForm<Values, ConfigEntryOut[]>
        record={entries}
        isDirtyRef={isDirty}
        sectionsOf={() => sectionsOf(currencies, countries)}
        valuesOf={valuesOf}
        submit={(values, present) =>
          saveConfig(values, present ?? entries, setAllShopConfig).finally(refresh)
        }
        submitLabel={isReadOnly ? undefined : t`Save`}
        refetch={async () => (await ecomConfigEntriesList()).data}
        onSaved={() => toast.success(t`The settings were saved.`)}
      />
    </div>
  );
}

function valuesOf(entries: ConfigEntryOut[] | undefined): Values {
  const own = (entries ?? []).filter(({ key }) => NAMES.includes(key));
  return Object.fromEntries(own.map(({ key, value }) => [key, value]));
}
