import { t } from '@lingui/core/macro';
import { useCountryName } from '../../api/countries.ts';
import {
  countriesListOptions,
  taxRatesGetOptions,
  taxRatesListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type TaxRateOut, taxRatesDelete } from '../../api/generated/index.ts';
import { changedColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { transferOf } from '../shop-import/transfer.ts';
import entry from './entry.ts';
import { percentFrom } from './percent.ts';
import { TaxRateForm } from './tax-rate-form.tsx';
import { TryAddress } from './try-address.tsx';
import { UntaxedClasses } from './untaxed-classes.tsx';

const narrower = ({ county, town, postcode }: TaxRateOut) =>
  [county, town, postcode].filter(Boolean).join(' · ');

/** Where it holds: its country by name, and what of it. */
function Place(rate: TaxRateOut) {
  const nameOf = useCountryName();
  const { country } = rate;
  const name = country === null ? t`Every country` : nameOf(country);
  return [name, narrower(rate)].filter(Boolean).join(' · ');
}

export default definePlainResource<TaxRateOut>({
  ...entry,
  api: {
    tag: 'tax_rates',
    list: taxRatesListOptions,
    get: taxRatesGetOptions,
    delete: taxRatesDelete,
  },
  columns: [
    { key: 'name', header: t`Name`, isSortable: true },
    {
      key: 'rateMillionths',
      header: t`Rate`,
      isSortable: true,
      width: '6rem',
      cell: ({ rateMillionths }) => `${percentFrom(rateMillionths)} %`,
    },
    {
      key: 'country',
      header: t`Where`,
      isSortable: true,
      width: '30%',
      cell: (rate) => <Place {...rate} />,
      text: async (rate, queryClient) => {
        const countries = await queryClient.fetchQuery(countriesListOptions());
        const name = countries.find(({ code }) => code === rate.country)?.name ?? '*';
        return [name, narrower(rate)].filter(Boolean).join(' · ');
      },
    },
    {
      key: 'taxClass',
      header: t`Tax class`,
      isSortable: true,
      width: '9rem',
    },
    {
      key: 'priority',
      header: t`Priority`,
      isSortable: true,
      isExtra: true,
      width: '6rem',
    },
    changedColumn(),
  ],
  nothing: {
    title: t`No tax rates yet`,
    detail: t`Prices are not taxed until you add one: VAT of your own country, for instance.`,
  },
  defaultSort: 'country',
  nameOf: ({ name }) => name,
  transfer: transferOf('tax_rates'),
  Head: () => (
    <>
      <UntaxedClasses />
      <TryAddress />
    </>
  ),
  Form: TaxRateForm,
});
