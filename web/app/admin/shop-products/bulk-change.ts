import { plural } from '@lingui/core/macro';
import type { BulkEdit } from '../../api/generated/index.ts';
import type { ProductRow } from './product-row.ts';

/** What a dialog answers: how prices or stock change. */
export type Change = Pick<BulkEdit, 'price' | 'stock'>;

export const countOf = (rows: ProductRow[]) => plural(rows.length, { one: '# product', other: '# products' });
