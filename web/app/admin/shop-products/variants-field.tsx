/** The variants of a product: what each is of the options, its SKU, price and stock, and the way to all else of it. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Plus, Settings2 } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { screenFormats } from '#words/screen-formats.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { DrawnProps } from '../form-fields.ts';
import { followed, linesOf, missingChoices, type OptionDraft, REMOVED, valuesOfChoice } from './options.ts';
import { OptionsField } from './options-field.tsx';
import {
  nameOfVariant,
  newVariant,
  type ProductValues,
  plainPrice,
  suggestedSku,
  type Variant,
  type Variants,
  withPlainPrice,
} from './product-values.ts';
import styles from './shop-products.module.css';
import { VariantDialog } from './variant-dialog.tsx';

const MOST = 500;
const MOST_AT_ONCE = 250;
/** Options that have room beside the numbers; more of them stand above. */
const MOST_BESIDE = 2;

interface VariantsFieldProps extends DrawnProps {
  values: ProductValues;
  currency: string;
  /** All of it can be seen, and nothing changed. */
  isReadOnly: boolean;
}

export function VariantsField({
  label,
  hint,
  value,
  error,
  onChange,
  values,
  currency,
  isReadOnly,
}: VariantsFieldProps) {
  const [opened, setOpened] = useState<string>();
  const { options, items: variants } = value as Variants;
  const setItems = (items: Variant[]) => onChange({ options, items } satisfies Variants);
  const setOptions = (next: OptionDraft[]) => {
    const items = variants.map((each) => ({ ...each, choice: followed(each.choice, options, next) }));
    onChange({ options: next, items } satisfies Variants);
  };
  const missing = missingChoices(
    options,
    variants.map(({ choice }) => choice),
  ).slice(0, MOST_AT_ONCE);
  const make = (choice: Variant['choice']) =>
    newVariant(variants[0], suggestedSku(values, Object.values(valuesOfChoice(options, choice))), choice);
  const change = (next: Variant) => setItems(variants.map((each) => (each.key === next.key ? next : each)));
  const shown = variants.findIndex(({ key }) => key === opened);
  return (
    <div className={`${styles.parts} ${styles.variants}`}>
      <fieldset className={`${styles.bare} ${styles.parts}`} disabled={isReadOnly}>
        <OptionsField
          label={t`Options`}
          value={options}
          isReadOnly={isReadOnly}
          onChange={(next) => setOptions(next as OptionDraft[])}
        />
        <ListField
          isCompact
          isReadOnly={isReadOnly}
          definition={{ type: 'list', label, hint, maxItems: MOST, item: {} }}
          value={variants}
          error={error}
          onChange={(next) => setItems(next as Variant[])}
          adding={{
            label:
              missing.length > 0
                ? plural(missing.length, {
                    one: 'Add the missing combination',
                    other: 'Add the # missing combinations',
                  })
                : t`Add variant`,
            icon: <Plus size={15} aria-hidden />,
            take: async () => (missing.length > 0 ? missing.map(make) : [make({})]),
          }}
          drawItem={(item, index, set) => (
            <VariantRow
              variant={item as Variant}
              index={index}
              options={options}
              currency={currency}
              onChange={set}
              onOpen={isReadOnly ? undefined : () => setOpened((item as Variant).key)}
            />
          )}
        />
      </fieldset>
      {isReadOnly && (
        // Outside of what is disabled.
        <div className={styles.notes}>
          {variants.map((variant, index) => (
            <MoreButton
              key={variant.key}
              name={nameOfVariant(variant, index)}
              isNamed
              onOpen={() => setOpened(variant.key)}
            />
          ))}
        </div>
      )}
      {shown >= 0 && (
        <VariantDialog
          variant={variants[shown] as Variant}
          name={nameOfVariant(variants[shown] as Variant, shown)}
          currency={currency}
          isReadOnly={isReadOnly}
          onChange={change}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

interface VariantRowProps {
  variant: Variant;
  index: number;
  options: OptionDraft[];
  currency: string;
  onChange: (variant: Variant) => void;
  /** Left out, it has no way to all else of it. */
  onOpen: (() => void) | undefined;
}

function VariantRow({ variant, index, options, currency, onChange, onOpen }: VariantRowProps): ReactNode {
  const name = nameOfVariant(variant, index);
  const { price, isOnly, others } = plainPrice(variant.prices, currency);
  // What buyers pay stands in the row, too, not only what it was before.
  const { price: sale } = plainPrice(variant.prices, currency, 'sale');
  const further = sale ? others - 1 : others;
  return (
    <div
      className={styles.variant}
      data-many={options.length > MOST_BESIDE || undefined}
      style={{ '--options': options.length } as CSSProperties}
    >
      {options.length > 0 && (
        <div className={styles.choices}>
          {options.map((option) => (
            <ChoiceSelect key={option.key} variant={variant} option={option} onChange={onChange} />
          ))}
        </div>
      )}
      <div className={styles.numbers}>
        <FieldInput
          isCompact
          definition={{ type: 'text', label: t`SKU`, maxLength: 100 }}
          value={variant.sku}
          onChange={(next) => onChange({ ...variant, sku: textIn(next) })}
        />
        <AmountInput
          label={t`Price`}
          isCompact
          currency={currency}
          isReadOnly={!isOnly}
          amount={price?.amount}
          onChange={(amount) =>
            onChange({ ...variant, prices: withPlainPrice(variant.prices, currency, amount) })
          }
        />
        <StockInput variant={variant} onChange={onChange} />
        {onOpen && <MoreButton name={name} onOpen={onOpen} />}
      </div>
      <div className={styles.notes}>
        {typeof sale?.amount === 'number' && (
          <Badge>{t`Sale price: ${screenFormats().money(sale.amount, currency)}`}</Badge>
        )}
        {further > 0 && (
          <Badge>{plural(further, { one: '# further price', other: '# further prices' })}</Badge>
        )}
        {!variant.isPublished && <Badge tone="warning">{t`Not for sale`}</Badge>}
        {variant.prices.length === 0 && <Badge tone="warning">{t`No price`}</Badge>}
      </div>
    </div>
  );
}

/** Empty, its stock is not tracked. */
function StockInput({ variant, onChange }: Pick<VariantRowProps, 'variant' | 'onChange'>): ReactNode {
  const min = variant.allowsBackorders ? undefined : 0;
  const definition = {
    type: 'number',
    label: t`Stock`,
    placeholder: t`Not tracked`,
    integer: true,
    min,
  } as const;
  const stock = variant.tracksStock ? (variant.stock ?? 0) : undefined;
  return (
    <FieldInput
      isCompact
      definition={definition}
      value={stock}
      isJudged
      onChange={(next) =>
        onChange(
          next === undefined
            ? { ...variant, tracksStock: false }
            : { ...variant, tracksStock: true, stock: next as Variant['stock'] },
        )
      }
    />
  );
}

interface MoreButtonProps {
  name: string;
  /** Its name is shown, where it does not stand beside what it is about. */
  isNamed?: boolean;
  onOpen: () => void;
}

function MoreButton({ name, isNamed, onOpen }: MoreButtonProps): ReactNode {
  return (
    <Button
      size={isNamed ? 'md' : 'sm'}
      leftSection={<Settings2 size={15} aria-hidden />}
      aria-label={t`More of ${name}`}
      onClick={onOpen}
    >
      {isNamed ? t`More of ${name}` : t`More`}
    </Button>
  );
}

interface ChoiceSelectProps {
  variant: Variant;
  option: OptionDraft;
  onChange: (variant: Variant) => void;
}

const ANY = 'any';

function ChoiceSelect({ variant, option, onChange }: ChoiceSelectProps): ReactNode {
  const line = variant.choice[option.key] ?? null;
  const values = linesOf(option).flatMap((label, at) => (label ? [{ value: String(at), label }] : []));
  const isGone = line !== null && !values.some(({ value }) => value === String(line));
  return (
    <FieldInput
      isCompact
      definition={{
        type: 'choice',
        label: option.name || t`Option`,
        options: [
          ...(isGone ? [{ value: String(REMOVED), label: '–' }] : []),
          { value: ANY, label: t`Buyer’s choice` },
          ...values,
        ],
      }}
      error={isGone && t`Choose a value.`}
      value={line === null ? ANY : String(isGone ? REMOVED : line)}
      onChange={(next) =>
        onChange({
          ...variant,
          choice: { ...variant.choice, [option.key]: next === ANY ? null : Number(next) },
        })
      }
    />
  );
}
