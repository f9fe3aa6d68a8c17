/** /cms-ecom/settings: what prices, taxes and stock of the shop go by. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { setShopConfig } from '../../api/config.ts';
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
import type { Section } from '../form-fields.ts';
import frame from '../resource-edit.module.css';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';

type Values = Record<string, unknown>;
type Choices = { value: string; label: string }[];

const sectionsOf = (currencies: Choices, countries: Choices): Section<Values>[] => [
  {
    title: t`Prices`,
    fields: [
      {
        type: 'choice',
        name: 'currency',
        label: t`Currency`,
        hint: t`Prices in another currency do not apply while this one is set.`,
        options: currencies,
        required: true,
      },
      {
        type: 'switch',
        name: 'pricesIncludeTax',
        label: t`Prices include tax`,
        hint: t`On: tax is part of what you enter. Off: it is added.`,
      },
      {
        type: 'choice',
        name: 'country',
        label: t`Country of the shop`,
        hint: t`Prices are taxed as here until the buyer’s address is known.`,
        options: countries,
        required: true,
      },
    ],
  },
  {
    title: t`Stock`,
    fields: [
      {
        type: 'number',
        name: 'lowStockAt',
        label: t`Low from`,
        hint: t`As few as this count as low, where a variant says nothing else.`,
        required: true,
        integer: true,
        min: 0,
        max: 1_000_000,
      },
    ],
  },
  {
    title: t`Orders and invoices`,
    fields: [
      {
        type: 'number',
        name: 'unpaidMinutes',
        label: t`Minutes to pay in`,
        hint: t`Unpaid online orders are cancelled after this time, and their stock is released. 0: never.`,
        required: true,
        integer: true,
        min: 0,
        max: 43_200,
      },
      {
        type: 'text',
        name: 'sellerName',
        label: t`Name of the seller`,
        hint: t`Who sells, as invoices have it.`,
        maxLength: 200,
      },
      {
        type: 'text',
        name: 'sellerAddress',
        label: t`Address of the seller`,
        multiline: true,
        maxLength: 1_000,
      },
      {
        type: 'text',
        name: 'taxNumber',
        label: t`Tax number`,
        hint: t`Your registration for value added tax, as invoices have to name it.`,
        maxLength: 200,
      },
    ],
  },
];

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
  useLeaveWarning(() => isDirty.current());
  const refresh = () => queryClient.invalidateQueries();
  return (
    <div className={frame.card}>
      <ResourceForm<Values, ConfigEntryOut[]>
        record={entries}
        isDirtyRef={isDirty}
        sectionsOf={() => sectionsOf(currencies, countries)}
        valuesOf={valuesOf}
        // Some may have been saved before one was refused.
        submit={(values, present) => saveConfig(values, present ?? entries, setShopConfig).finally(refresh)}
        submitLabel={mayWrite(entry) ? t`Save` : undefined}
        readAnew={async () => (await ecomConfigEntriesList()).data}
        onSaved={() => toast.success(t`The settings were saved.`)}
      />
    </div>
  );
}

function valuesOf(entries: ConfigEntryOut[] | undefined): Values {
  const own = (entries ?? []).filter(({ key }) => NAMES.includes(key));
  return Object.fromEntries(own.map(({ key, value }) => [key, value]));
}
