/** /cms-ecom/settings: what prices, taxes and stock of the shop go by. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type ConfigEntryOut,
  ecomConfigEntriesList,
  ecomConfigEntriesUpdate,
} from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { sameJson } from '../../page/same-json.ts';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { mayWrite } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import frame from '../resource-edit.module.css';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';

type Values = Record<string, unknown>;

const SECTIONS: Section<Values>[] = [
  {
    title: t`Prices`,
    fields: [
      {
        type: 'text',
        name: 'currency',
        label: t`Currency`,
        hint: t`Three letters, such as GBP. Prices in another currency do not apply while this one is set.`,
        required: true,
        maxLength: 3,
        pattern: /^[A-Za-z]{3}$/,
        patternHint: t`Three letters, such as GBP.`,
      },
      {
        type: 'switch',
        name: 'pricesIncludeTax',
        label: t`Prices include tax`,
        hint: t`On: tax is part of what you enter. Off: it is added.`,
      },
      {
        type: 'text',
        name: 'country',
        label: t`Country of the shop`,
        hint: t`Two letters, such as GB. Prices are taxed as here until the buyer’s address is known.`,
        required: true,
        maxLength: 2,
        pattern: /^[A-Za-z]{2}$/,
        patternHint: t`Two letters, such as GB.`,
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
];

const NAMES = SECTIONS.flatMap(({ fields }) => fields.map(({ name }) => name));
const UPPER = ['currency', 'country'];

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
  const isDirty = useRef(() => false);
  useLeaveWarning(() => isDirty.current());
  const refresh = () => queryClient.invalidateQueries();
  return (
    <div className={frame.card}>
      <ResourceForm<Values, ConfigEntryOut[]>
        record={entries}
        isDirtyRef={isDirty}
        sectionsOf={() => SECTIONS}
        valuesOf={valuesOf}
        // Some may have been saved before one was refused.
        submit={(values, present) => save(values, present ?? entries).finally(refresh)}
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

/** Gives the changed entries their values, each on the version that was read. */
async function save(values: Values, entries: ConfigEntryOut[]): Promise<ConfigEntryOut[]> {
  const saved = [];
  for (const one of entries) {
    const value = meant(one.key, values[one.key]);
    const isChanged = NAMES.includes(one.key) && !sameJson(value, one.value);
    saved.push(isChanged ? await set(one, value) : one);
  }
  return saved;
}

const meant = (key: string, value: unknown) =>
  UPPER.includes(key) && typeof value === 'string' ? value.trim().toUpperCase() : value;

async function set(one: ConfigEntryOut, value: unknown): Promise<ConfigEntryOut> {
  try {
    const { data } = await ecomConfigEntriesUpdate({
      path: { entry_id: one.id },
      headers: ifMatch(one.version),
      body: { value },
    });
    return data;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { status, code, title, detail, requestId } = error;
    const errors = error.errors.map((fault) => ({ ...fault, field: one.key }));
    throw new ProblemError(status, { code, title, detail, requestId, errors });
  }
}
