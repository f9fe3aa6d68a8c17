import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ifMatch } from '../../api/fetch.ts';
import { countriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type TaxRateOut, taxRatesCreate, taxRatesUpdate } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type FormProps, mayWrite } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';
import { millionthsFrom, percentFrom } from './percent.ts';

interface TaxRateValues extends Record<string, unknown> {
  name: string;
  rate: string;
  country: string;
  taxClass: string;
  county: string;
  town: string;
  postcode: string;
  priority: unknown;
  isCompound: unknown;
  appliesToDelivery: unknown;
  startsAt: unknown;
  endsAt: unknown;
}

const ANYWHERE = '*';
const HIGHEST = 10_000_000;

const sectionsOf = (countries: { value: string; label: string }[]): Section<TaxRateValues>[] => [
  {
    fields: [
      {
        type: 'text',
        name: 'name',
        label: t`Name`,
        hint: t`Printed on receipts: VAT.`,
        required: true,
        maxLength: 200,
      },
      {
        type: 'text',
        name: 'rate',
        label: t`Rate in %`,
        required: true,
        maxLength: 12,
        pattern: /^[0-9]{1,3}([.,][0-9]{1,4})?\s*%?$/,
        patternHint: t`Enter a percentage with four decimal places at most: 20 or 5.5.`,
      },
      {
        type: 'choice',
        name: 'country',
        label: t`Country`,
        options: [{ value: ANYWHERE, label: t`Every country` }, ...countries],
        required: true,
      },
      {
        type: 'text',
        name: 'taxClass',
        label: t`Tax class`,
        hint: t`Products name one: standard, reduced-rate, zero-rate, or a name of your own.`,
        required: true,
        maxLength: 50,
      },
    ],
  },
  {
    title: t`Only in a part of the country`,
    description: t`Leave these empty if the rate applies everywhere. Separate several with semicolons.`,
    fields: [
      {
        type: 'text',
        name: 'county',
        label: t`County, region or state`,
        hint: t`As people may write it: AL; Alabama.`,
        maxLength: 1000,
      },
      { type: 'text', name: 'town', label: t`Town`, maxLength: 1000 },
      {
        type: 'text',
        name: 'postcode',
        label: t`Postcodes`,
        hint: t`BT1 1AA is one postcode, BT* is all that start with BT, and 1000...1999 and IV1...IV63 are ranges.`,
        maxLength: 10_000,
      },
    ],
  },
  {
    title: t`How it counts`,
    fields: [
      {
        type: 'number',
        name: 'priority',
        label: t`Priority`,
        hint: t`Of the rates with the same priority, only the most exact one for an address applies. Rates with different priorities are added up.`,
        integer: true,
        min: 1,
        max: 1000,
        required: true,
      },
      {
        type: 'switch',
        name: 'isCompound',
        label: t`Tax on top of other tax`,
        hint: t`Calculated on the price including the other taxes.`,
      },
      { type: 'switch', name: 'appliesToDelivery', label: t`Delivery is taxed, too` },
      { type: 'dateTime', name: 'startsAt', label: t`From` },
      { type: 'dateTime', name: 'endsAt', label: t`Until` },
    ],
  },
];

const valuesOf = (rate: TaxRateOut | undefined): TaxRateValues => ({
  name: rate?.name ?? '',
  rate: rate ? percentFrom(rate.rateMillionths) : '',
  country: rate?.country ?? ANYWHERE,
  taxClass: rate?.taxClass ?? 'standard',
  county: rate?.county ?? '',
  town: rate?.town ?? '',
  postcode: rate?.postcode ?? '',
  priority: rate?.priority ?? 1,
  isCompound: rate?.isCompound ?? false,
  appliesToDelivery: rate?.appliesToDelivery ?? true,
  startsAt: rate?.startsAt ?? undefined,
  endsAt: rate?.endsAt ?? undefined,
});

async function save(values: TaxRateValues, record: TaxRateOut | undefined): Promise<TaxRateOut> {
  const { rate, country, ...others } = values;
  const body = {
    ...others,
    country: country === ANYWHERE ? null : country,
    rateMillionths: millionthsFrom(rate) ?? HIGHEST + 1,
    priority: Number(values.priority),
    isCompound: values.isCompound === true,
    appliesToDelivery: values.appliesToDelivery === true,
    startsAt: values.startsAt ? String(values.startsAt) : null,
    endsAt: values.endsAt ? String(values.endsAt) : null,
  };
  const { data } = record
    ? await taxRatesUpdate({ path: { id: record.id }, headers: ifMatch(record.version), body })
    : await taxRatesCreate({ body });
  return data;
}

export function TaxRateForm(props: FormProps<TaxRateOut>) {
  // Without them a rate of one country would look like one of every country.
  const query = useQuery({ ...countriesListOptions(), staleTime: Number.POSITIVE_INFINITY });
  const label = props.record ? t`Save` : t`Create tax rate`;
  return (
    <Loaded query={query} skeleton={<Skeleton height="36rem" />}>
      {(countries) => (
        <ResourceForm<TaxRateValues, TaxRateOut>
          {...props}
          sectionsOf={() => sectionsOf(countries.map(({ code, name }) => ({ value: code, label: name })))}
          valuesOf={valuesOf}
          submit={save}
          submitLabel={mayWrite(entry) ? label : undefined}
          fieldOf={(path) => (path === 'rateMillionths' ? 'rate' : path)}
        />
      )}
    </Loaded>
  );
}
