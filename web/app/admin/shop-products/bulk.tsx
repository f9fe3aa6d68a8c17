/** What can be done with several products at once: publish them, and change their prices and stock, each with a way back. */
import { plural, t } from '@lingui/core/macro';
import { Eye, EyeOff, PackageOpen, Tag } from 'lucide-react';
import { idempotencyKey } from '../../api/fetch.ts';
import {
  type BulkEdit,
  type BulkFailure,
  type BulkProduct,
  type ProductOut,
  productGroupsGet,
  productsEditMany,
} from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { toast } from '../../ui/toast.ts';
import type { BulkAction } from '../bulk-action.ts';
import { AskPrices } from './ask-prices.tsx';
import { AskStock } from './ask-stock.tsx';
import type { Change } from './bulk-change.ts';
import type { ProductRow } from './product-row.ts';

const productsOf = async ({ id }: ProductRow): Promise<ProductOut[]> =>
  (await productGroupsGet({ path: { id } })).data.products;

/** Refused where any of a product's variants is: the others of it are changed, and it is said which are not. */
async function edit(
  row: ProductRow,
  body: BulkEdit,
  before: ProductOut[],
  headers = idempotencyKey(),
): Promise<ProductRow> {
  const { data } = await productsEditMany({ body, headers });
  const [failed] = data.failed;
  if (failed && data.products.length === 0)
    throw new ProblemError(409, { code: failed.code, detail: failed.detail });
  if (failed) sayFailed(row, data.failed, before);
  return { ...row, changed: { before, after: data.products } };
}

/** Variants that are told one by one. */
const MOST_NAMED = 10;

function sayFailed({ name }: ProductRow, failed: BulkFailure[], products: ProductOut[]): void {
  const skus = new Map(products.map(({ id, sku }) => [id, sku]));
  const lines = failed.slice(0, MOST_NAMED).map(({ id, detail }) => `${skus.get(id) ?? name}: ${detail}`);
  if (failed.length > MOST_NAMED) lines.push(t`and ${failed.length - MOST_NAMED} more`);
  const count = plural(failed.length, {
    one: '# variant was not changed.',
    other: '# variants were not changed.',
  });
  toast.show({ kind: 'danger', message: `${name}: ${count}`, detail: lines.join(' · ') });
}

/** What is added to is what there is now: a repeat is of the same products and under the same key, or it would add twice. */
async function prepare(row: ProductRow, answer: unknown): Promise<() => Promise<ProductRow>> {
  const before = await productsOf(row);
  const products: BulkProduct[] = before.map(({ id, version, stock }) => ({ id, version, stockSeen: stock }));
  const headers = idempotencyKey();
  return () => edit(row, { ...(answer as Change), products }, before, headers);
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
  const body = { groupIds: [row.id], isPublished };
  const { data } = await productsEditMany({ body, headers: idempotencyKey() });
  const [failed] = data.failed;
  if (failed) throw new ProblemError(404, { code: failed.code, detail: failed.detail });
  return { ...row, isPublished };
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
    prepare,
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
    prepare,
    undo: putBack,
    done: (count) =>
      plural(count, {
        one: 'The stock of # product was changed.',
        other: 'The stock of # products was changed.',
      }),
  },
];
