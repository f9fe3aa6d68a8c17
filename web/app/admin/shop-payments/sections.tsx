/** The settings of each way to pay, by the keys of the config entries. */
import { t } from '@lingui/core/macro';
import type { ConfigEntry } from '../../api/config.ts';
import { currencyOptions } from '../../api/currencies.ts';
import type { ConfigValues } from '../config/config-values.ts';
import { SecretField } from '../config/secret-field.tsx';
import type { Field, Section } from '../form-fields.ts';
import { SETTINGS } from './words.ts';

// What PayPal takes with as many decimal places as the currency has: `ecom/config_entries/payment_entries.py`.
const CURRENCIES = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'ILS',
  'JPY',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'USD',
];
const OFFER = t`Offer it to buyers`;
const NEVER_SHOWN = t`Never shown again. Type another one to replace it.`;

export function sectionsOf(entries: ConfigEntry[], isAdmin: boolean): Section<ConfigValues>[] {
  const isSet = (key: string) => entries.find((entry) => entry.key === key)?.isSet ?? false;
  const sections = [card(isSet), button(isSet), invoice(), collection()];
  const keys = new Set(entries.map(({ key }) => key));
  const isOpen = ({ name }: Field<ConfigValues>) => keys.has(name) && (isAdmin || !ADMINS.has(name));
  return sections.map((section) => ({
    ...section,
    description: isAdmin ? section.description : undefined,
    fields: section.fields.filter(isOpen),
  }));
}

const ADMINS = new Set([
  'stripePublishableKey',
  'stripeSecretKey',
  'stripeWebhookSecret',
  'paypalClientId',
  'paypalClientSecret',
  'paypalWebhookId',
  'paypalMode',
]);

type IsSet = (key: string) => boolean;

const secret = (name: string, hint: string, isSet: IsSet): Field<ConfigValues> => ({
  type: 'drawn',
  name,
  label: SETTINGS[name] ?? name,
  hint,
  draw: (props) => <SecretField {...props} isSet={isSet(name)} />,
  words: () => '••••••',
});

const code = (name: string, hint: string): Field<ConfigValues> => ({
  type: 'text',
  name,
  mode: 'code',
  label: SETTINGS[name] ?? name,
  hint,
  autoComplete: 'off',
  maxLength: 300,
});

const card = (isSet: IsSet): Section<ConfigValues> => ({
  title: t`Card`,
  description: t`The keys are in the Stripe dashboard under Developers, API keys.`,
  fields: [
    { type: 'switch', name: 'cardOn', label: OFFER },
    code('stripePublishableKey', t`Begins with pk_. Buyers’ browsers get it.`),
    secret('stripeSecretKey', t`Begins with sk_ or rk_. ${NEVER_SHOWN}`, isSet),
    secret(
      'stripeWebhookSecret',
      t`Begins with whsec_. Stripe shows it beside the webhook. ${NEVER_SHOWN}`,
      isSet,
    ),
  ],
});

const button = (isSet: IsSet): Section<ConfigValues> => ({
  title: t`PayPal button`,
  description: t`The keys are in the PayPal developer dashboard under Apps & Credentials.`,
  fields: [
    { type: 'switch', name: 'buttonOn', label: OFFER },
    code('paypalClientId', t`Buyers’ browsers get it.`),
    secret('paypalClientSecret', NEVER_SHOWN, isSet),
    code('paypalWebhookId', t`PayPal shows it next to the webhook once you have added it.`),
    {
      type: 'choice',
      name: 'paypalCurrency',
      label: SETTINGS.paypalCurrency ?? '',
      hint: t`The button is offered for orders in this currency.`,
      options: currencyOptions(CURRENCIES),
    },
    {
      type: 'choice',
      name: 'paypalMode',
      label: t`Account`,
      options: [
        { value: 'live', label: t`Live` },
        { value: 'sandbox', label: t`Sandbox, for trying it out` },
      ],
    },
  ],
});

const invoice = (): Section<ConfigValues> => ({
  title: t`Invoice`,
  fields: [
    { type: 'switch', name: 'invoiceOn', label: OFFER },
    {
      type: 'text',
      name: 'invoiceInstructions',
      label: t`Instructions`,
      hint: t`Your account and the payment deadline, for buyers: at the checkout, in emails and on unpaid invoices.`,
      multiline: true,
      maxLength: 2_000,
    },
  ],
});

const collection = (): Section<ConfigValues> => ({
  title: t`Payment on collection`,
  fields: [
    { type: 'switch', name: 'collectionOn', label: OFFER },
    {
      type: 'text',
      name: 'collectionInstructions',
      label: t`Instructions`,
      hint: t`Where and when to collect, for buyers: at the checkout, in emails and on unpaid invoices.`,
      multiline: true,
      maxLength: 2_000,
    },
  ],
});
