/** All of one variant: its prices with their dates, stock, delivery and image; and what its price and its stock come from. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FieldForm } from '../../fields/field-form.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import type { FieldDefinitions } from '../../fields/types.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormSection } from '../../ui/form-frame.tsx';
import { PriceExplained } from './price-explained.tsx';
import { PricesField } from './prices-field.tsx';
import type { Variant } from './product-values.ts';
import styles from './shop-products.module.css';
import { StockLedger } from './stock-ledger.tsx';
import { PriceList, VariantFacts } from './variant-facts.tsx';

const MOST_MEASURE = 100_000_000;
const measure = (label: string) =>
  ({ type: 'number', label, integer: true, min: 0, max: MOST_MEASURE }) as const;

const SALE: FieldDefinitions = {
  isPublished: { type: 'switch', label: t`For sale`, hint: t`While the product is published.` },
  mostPerOrder: { type: 'number', label: t`Maximum per order`, integer: true, min: 1, max: 1_000_000 },
};

const STOCK: FieldDefinitions = {
  tracksStock: { type: 'switch', label: t`Track stock` },
  stock: { type: 'number', label: t`In stock`, integer: true },
  allowsBackorders: { type: 'switch', label: t`Sell when out of stock` },
  lowStockAt: {
    type: 'number',
    label: t`Low stock at`,
    hint: t`Empty: the number in the shop’s settings.`,
    integer: true,
    min: 0,
  },
};

const DELIVERY: FieldDefinitions = {
  needsDelivery: { type: 'switch', label: t`Needs delivery` },
  weightGrams: measure(t`Weight in grams`),
  lengthMm: measure(t`Length in millimetres`),
  widthMm: measure(t`Width in millimetres`),
  heightMm: measure(t`Height in millimetres`),
  gtin: { type: 'text', label: t`Barcode number (GTIN)`, maxLength: 14 },
};

const IMAGE = {
  type: 'image',
  label: t`Image`,
  hint: t`Shown when this variant is chosen.`,
} as const;

interface VariantDialogProps {
  variant: Variant;
  name: string;
  currency: string;
  isReadOnly: boolean;
  onChange: (variant: Variant) => void;
  onClose: () => void;
}

const isSaved = ({ key }: Variant) => !key.startsWith('new-');

export function VariantDialog({
  variant,
  name,
  currency,
  isReadOnly,
  onChange,
  onClose,
}: VariantDialogProps) {
  const part = (title: string, definitions: FieldDefinitions) => (
    <FormSection title={title}>
      {isReadOnly ? (
        <VariantFacts variant={variant} definitions={definitions} />
      ) : (
        <FieldForm
          definitions={definitions}
          values={variant}
          onChange={(changed) => onChange(typed({ ...variant, ...changed }))}
        />
      )}
    </FormSection>
  );
  const image = (
    <FieldInput
      definition={IMAGE}
      value={variant.image}
      isReadOnly={isReadOnly}
      onChange={(changed) => onChange(typed({ ...variant, image: changed as Variant['image'] }))}
    />
  );
  return (
    <Dialog
      opened
      size={720}
      title={name}
      onClose={onClose}
      footer={
        <Button size="md" variant="filled" onClick={onClose}>
          {isReadOnly ? t`Close` : t`Done`}
        </Button>
      }
    >
      <div className={styles.parts}>
        <FormSection title={isReadOnly ? t`Prices` : undefined}>
          {isReadOnly ? (
            <PriceList prices={variant.prices} currency={currency} />
          ) : (
            <PricesField
              prices={variant.prices}
              currency={currency}
              onChange={(prices) => onChange({ ...variant, prices })}
            />
          )}
          {isSaved(variant) && (
            <PriceExplained productId={variant.key} prices={variant.prices} currency={currency} />
          )}
        </FormSection>
        {part(t`Sale`, SALE)}
        {part(t`Stock`, STOCK)}
        {isSaved(variant) && <StockLedger productIds={[variant.key]} />}
        {part(t`Delivery`, DELIVERY)}
        {(!isReadOnly || variant.image) && <FormSection title={t`Image`}>{image}</FormSection>}
      </div>
    </Dialog>
  );
}

/** What was emptied is sent as null, and a barcode without the blanks that labels have. */
function typed(variant: Variant): Variant {
  const emptied = ['lowStockAt', 'mostPerOrder', 'weightGrams', 'lengthMm', 'widthMm', 'heightMm', 'image'];
  const cleared = Object.fromEntries(emptied.map((name) => [name, variant[name] ?? null]));
  const stock = typeof variant.stock === 'number' ? variant.stock : 0;
  return { ...variant, ...cleared, stock, gtin: variant.gtin?.replace(/\s/g, '') || null } as Variant;
}
