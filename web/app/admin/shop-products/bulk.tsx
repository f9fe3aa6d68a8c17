/** What can be done with several products at once: publish them, and change their prices and stock, each with a way back. */
import { plural, t } from '@lingui/core/macro';
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { Eye, EyeOff, PackageOpen, Tag } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type BulkEdit,
  type BulkFailure,
  type BulkProduct,
  type ProductOut,
  productGroupsGet,
  productsEditMany,
} from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormSection } from '../../ui/form-frame.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { AskProps, BulkAction } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import { AmountInput, type TypedAmount } from './amount-input.tsx';
import type { ProductRow } from './product-row.ts';
import styles from './shop-products.module.css';
import { useCurrency } from './use-currency.ts';
import { KINDS } from './words.ts';

type Change = Pick<BulkEdit, 'price' | 'stock'>;
type PriceChange = NonNullable<BulkEdit['price']>;
type How = PriceChange['how'];

const productsOf = async ({ id }: ProductRow): Promise<ProductOut[]> =>
  (await productGroupsGet({ path: { id } })).data.products;

/** Refused where any of a product's variants is: the others of it are changed, and it is said which are not. */
async function edit(row: ProductRow, body: BulkEdit, before: ProductOut[]): Promise<ProductRow> {
  const { data } = await productsEditMany({ body });
  const [failed] = data.failed;
  if (failed && data.products.length === 0)
    throw new ProblemError(409, { code: failed.code, detail: failed.detail });
  if (failed) sayFailed(row, data.failed, before);
  return { ...row, changed: { before, after: data.products } };
}

/** Variants that are told one by one. */
const MOST_TOLD = 10;

function sayFailed({ name }: ProductRow, failed: BulkFailure[], products: ProductOut[]): void {
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  const told = failed.slice(0, MOST_TOLD).map(({ id, detail }) => `${skus.get(id) ?? name}: ${detail}`);
  if (failed.length > MOST_TOLD) told.push(t`and ${failed.length - MOST_TOLD} more`);
  const count = plural(failed.length, {
    one: '# variant was not changed.',
    other: '# variants were not changed.',
  });
  toast.show({ kind: 'danger', message: `${name}: ${count}`, detail: told.join(' · ') });
}

async function change(row: ProductRow, answer: unknown): Promise<ProductRow> {
  const before = await productsOf(row);
  const products: BulkProduct[] = before.map(({ id, version, stock }) => ({ id, version, stockSeen: stock }));
  return edit(row, { ...(answer as Change), products }, before);
}

/** What a change made is put back, unless somebody has changed it since. */
async function putBack(row: ProductRow): Promise<ProductRow> {
  const { before = [], after = [] } = row.changed ?? {};
  const former = new Map(before.map((product) => [product.id, product]));
  const products = after.flatMap(({ id, version, stock, tracksStock }): BulkProduct[] => {
    const was = former.get(id);
    if (!was) return [];
    const counted = was.stock !== stock ? { stock: was.stock, stockSeen: stock } : {};
    const tracked = was.tracksStock !== tracksStock ? { tracksStock: was.tracksStock } : {};
    return [{ id, version, prices: was.prices, ...counted, ...tracked }];
  });
  return edit(row, { products }, after);
}

async function publish(row: ProductRow, isPublished: boolean): Promise<ProductRow> {
  const { data } = await productsEditMany({ body: { groupIds: [row.id], isPublished } });
  const [failed] = data.failed;
  if (failed) throw new ProblemError(404, { code: failed.code, detail: failed.detail });
  return { ...row, isPublished };
}

interface AskDialogProps {
  title: string;
  submitLabel: string;
  isReady: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

function AskDialog({ title, submitLabel, isReady, onSubmit, onCancel, children }: AskDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <Dialog opened title={title} size={480} onClose={onCancel}>
      <form className={styles.ask} onSubmit={submit} noValidate>
        <FormSection>{children}</FormSection>
        <div className={styles.askFooter}>
          <Button size="md" onClick={onCancel}>
            {t`Cancel`}
          </Button>
          <SubmitButton look="main" isPending={false} isResting={!isReady}>
            {submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

const countOf = (rows: ProductRow[]) => plural(rows.length, { one: '# product', other: '# products' });

const HOWS: Record<How, string> = {
  raise: t`Raise`,
  lower: t`Lower`,
  set: t`Set to an amount`,
  discount: t`Percentage off the standard price`,
  remove: t`Remove`,
};
const ROUNDINGS: Record<string, [roundTo: number, roundLess: number]> = {
  none: [1, 0],
  tens: [10, 0],
  whole: [100, 0],
  nines: [100, 1],
};

function AskPrices({ rows, onAnswer, onCancel }: AskProps<ProductRow>) {
  const currency = useCurrency() ?? '';
  const [how, setHow] = useState<How>('raise');
  const [kind, setKind] = useState<NonNullable<PriceChange['kind']>>('standard');
  const [unit, setUnit] = useState('percent');
  const [percent, setPercent] = useState<number | ''>('');
  const [amount, setAmount] = useState<TypedAmount>();
  const [rounding, setRounding] = useState('none');
  const [dates, setDates] = useState({ startsAt: '', endsAt: '' });
  const isMove = how === 'raise' || how === 'lower';
  const takesPercent = how === 'discount' || (isMove && unit === 'percent');
  const takesAmount = how === 'set' || (isMove && unit === 'amount');
  const isDated = how === 'set' || how === 'discount';
  const kinds: Record<string, string> = how === 'discount' ? { sale: KINDS.sale, trade: KINDS.trade } : KINDS;
  const chosen = how === 'discount' && kind === 'standard' ? 'sale' : kind;
  const isReady = (!takesPercent || percent !== '') && (!takesAmount || typeof amount === 'number');
  const answer = (): Change => {
    const [roundTo, roundLess] = ROUNDINGS[rounding] ?? [1, 0];
    return {
      price: {
        how,
        kind: chosen,
        ...(takesPercent && { percent: String(percent) }),
        ...(takesAmount && { amount: Number(amount) }),
        ...(takesPercent && { roundTo, roundLess }),
        ...(isDated && dates.startsAt && { startsAt: dates.startsAt }),
        ...(isDated && dates.endsAt && { endsAt: dates.endsAt }),
      },
    };
  };
  return (
    <AskDialog
      title={t`Change the prices of ${countOf(rows)}`}
      submitLabel={t`Change prices`}
      isReady={isReady}
      onSubmit={() => onAnswer(answer())}
      onCancel={onCancel}
    >
      <NativeSelect
        label={t`Change`}
        size="md"
        value={how}
        data={optionsOf(HOWS)}
        onChange={(event) => setHow(event.currentTarget.value as How)}
      />
      <NativeSelect
        label={t`Which price`}
        size="md"
        value={chosen}
        data={optionsOf(kinds)}
        onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
      />
      {isMove && (
        <NativeSelect
          label={t`By`}
          size="md"
          value={unit}
          data={[
            { value: 'percent', label: t`A percentage` },
            { value: 'amount', label: t`An amount` },
          ]}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
      )}
      {takesPercent && (
        <>
          <NumberInput
            label={t`Percent`}
            size="md"
            min={0}
            max={how === 'raise' ? 999 : 100}
            decimalScale={2}
            hideControls
            suffix=" %"
            value={percent}
            onChange={(next) => setPercent(typeof next === 'number' ? next : '')}
          />
          <NativeSelect
            label={t`Round`}
            size="md"
            value={rounding}
            data={[
              { value: 'none', label: t`To the nearest minor unit` },
              { value: 'tens', label: t`To the nearest ten minor units` },
              { value: 'whole', label: t`To the nearest hundred minor units` },
              { value: 'nines', label: t`To end in 99` },
            ]}
            onChange={(event) => setRounding(event.currentTarget.value)}
          />
        </>
      )}
      {takesAmount && (
        <AmountInput label={t`Amount`} currency={currency} amount={amount} onChange={setAmount} />
      )}
      {isDated &&
        (['startsAt', 'endsAt'] as const).map((name) => (
          <FieldInput
            key={name}
            definition={{ type: 'dateTime', label: name === 'startsAt' ? t`Starts` : t`Ends` }}
            value={dates[name]}
            onChange={(next) => setDates({ ...dates, [name]: typeof next === 'string' ? next : '' })}
          />
        ))}
    </AskDialog>
  );
}

function AskStock({ rows, onAnswer, onCancel }: AskProps<ProductRow>) {
  const [how, setHow] = useState<'add' | 'set'>('add');
  const [quantity, setQuantity] = useState<number | ''>('');
  const [note, setNote] = useState('');
  return (
    <AskDialog
      title={t`Change the stock of ${countOf(rows)}`}
      submitLabel={t`Change stock`}
      isReady={quantity !== ''}
      onSubmit={() =>
        onAnswer({ stock: { how, quantity: Number(quantity), note: note.trim() } } satisfies Change)
      }
      onCancel={onCancel}
    >
      <NativeSelect
        label={t`Each variant`}
        size="md"
        value={how}
        data={[
          { value: 'add', label: t`Add to what is there` },
          { value: 'set', label: t`Set to what was counted` },
        ]}
        onChange={(event) => setHow(event.currentTarget.value as typeof how)}
      />
      <NumberInput
        label={t`How many`}
        description={how === 'add' ? t`Less than zero takes some away.` : undefined}
        size="md"
        allowDecimal={false}
        hideControls
        value={quantity}
        onChange={(next) => setQuantity(typeof next === 'number' ? next : '')}
      />
      <TextInput
        label={t`Note`}
        size="md"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}

export const PRODUCT_BULK_ACTIONS: BulkAction<ProductRow>[] = [
  {
    label: t`Publish`,
    icon: Eye,
    isFor: ({ isPublished }) => !isPublished,
    run: (row) => publish(row, true),
    undo: (row) => publish(row, false),
    done: (count) => plural(count, { one: '# product was published.', other: '# products were published.' }),
  },
  {
    label: t`Unpublish`,
    icon: EyeOff,
    isFor: ({ isPublished }) => isPublished,
    run: (row) => publish(row, false),
    undo: (row) => publish(row, true),
    done: (count) =>
      plural(count, { one: '# product is a draft again.', other: '# products are drafts again.' }),
  },
  {
    label: t`Change prices…`,
    icon: Tag,
    Ask: AskPrices,
    run: change,
    undo: putBack,
    done: (count) =>
      plural(count, {
        one: 'The prices of # product were changed.',
        other: 'The prices of # products were changed.',
      }),
  },
  {
    label: t`Change stock…`,
    icon: PackageOpen,
    Ask: AskStock,
    run: change,
    undo: putBack,
    done: (count) =>
      plural(count, {
        one: 'The stock of # product was changed.',
        other: 'The stock of # products was changed.',
      }),
  },
];
