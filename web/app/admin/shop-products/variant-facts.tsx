/** All of one variant for who may only read it: what the dialog asks for, in words. */
import { t } from '@lingui/core/macro';
import { i18n } from '#words/i18n.ts';
import { screenFormats } from '#words/screen-formats.ts';
import { inWords } from '../../fields/format.ts';
import type { FieldDefinitions } from '../../fields/types.ts';
import { Fact, Facts } from '../facts.tsx';
import type { PriceDraft, Variant } from './product-values.ts';
import styles from './shop-products.module.css';
import { KINDS } from './words.ts';

export function PriceList({ prices, currency }: { prices: readonly PriceDraft[]; currency: string }) {
  if (prices.length === 0) return <p className={styles.quiet}>{t`No price: it cannot be bought.`}</p>;
  return (
    <ul className={styles.whys} aria-label={t`Prices`}>
      {prices.map((price, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is changed here
        <li key={index}>
          <span>
            {KINDS[price.kind ?? 'standard']}{' '}
            {screenFormats().money(Number(price.amount), price.currency ?? currency)}
          </span>
          <span>{conditionsOf(price).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

function conditionsOf({ leastQuantity, startsAt, endsAt, scope }: PriceDraft): string[] {
  const { dateTime } = screenFormats();
  return [
    leastQuantity !== undefined && leastQuantity > 1 && t`from ${leastQuantity} items`,
    startsAt && t`from ${dateTime(startsAt, 'medium', 'short')}`,
    endsAt && t`until ${dateTime(endsAt, 'medium', 'short')}`,
    scope && t`for people with the scope ${scope}`,
  ].filter((part) => typeof part === 'string');
}

/** The values of fields, each with its label; what is not set is left out. */
export function VariantFacts({ variant, definitions }: { variant: Variant; definitions: FieldDefinitions }) {
  const speech = { i18n, formats: screenFormats() };
  return (
    <Facts>
      {Object.entries(definitions).map(([name, definition]) => {
        const value = variant[name];
        const isSet = value !== undefined && value !== null && value !== '';
        return (
          <Fact key={name} label={definition.label ?? name}>
            {isSet && inWords(definition, value, speech)}
          </Fact>
        );
      })}
    </Facts>
  );
}
