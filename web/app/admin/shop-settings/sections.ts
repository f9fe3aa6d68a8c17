/** The shop's settings, by what they are about. */
import { t } from '@lingui/core/macro';
import type { Section } from '../form-fields.ts';

export type Values = Record<string, unknown>;
type Choices = { value: string; label: string }[];

export const sectionsOf = (currencies: Choices, countries: Choices): Section<Values>[] => [
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
        label: t`Low stock at`,
        hint: t`This many or fewer count as low, unless the variant has its own number.`,
        required: true,
        integer: true,
        min: 0,
        max: 1_000_000,
      },
      {
        type: 'switch',
        name: 'stockNoticesOn',
        label: t`Email when stock is low`,
        hint: t`One email when a product becomes low in stock. The next one comes after it has been restocked and runs low again.`,
      },
      {
        type: 'email',
        name: 'stockNoticeAddress',
        label: t`Low-stock emails to`,
        hint: t`Empty: the site’s contact address.`,
        autoComplete: 'off',
      },
    ],
  },
  {
    title: t`Orders and invoices`,
    fields: [
      {
        type: 'number',
        name: 'unpaidMinutes',
        label: t`Minutes to pay`,
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
        hint: t`As it appears on invoices.`,
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
        hint: t`Your VAT number, as it appears on invoices.`,
        maxLength: 200,
      },
    ],
  },
];
