import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import {
  productGroupsGetOptions,
  productGroupsListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { brandsList, productGroupsDelete } from '../../api/generated/index.ts';
import type { Query } from '../../api/query.ts';
import { readAll } from '../../api/read-all.ts';
import { choicesOf } from '../../fields/pickers/tree.ts';
import categories from '../../fields/sources/ecom.categories.ts';
import { changedColumn } from '../columns.tsx';
import { defineResource, type FilterOption, type FormProps, type Slice } from '../define-resource.ts';
import { wordsFilter } from '../filters.ts';
import { transferOf } from '../shop-import/transfer.ts';
import { useChoices } from '../use-choices.ts';
import { PRODUCT_BULK_ACTIONS } from './bulk.tsx';
import { NameCell, pricesInWords, StateCell, StockCell, stockInWords } from './cells.tsx';
import entry from './entry.ts';
import { ProductForm } from './product-form.tsx';
import type { ProductRow } from './product-row.ts';
import { STATES, STOCKS } from './words.ts';

const AT_MOST = 5 * 60_000;

/** Brands are few; all of them are read once. */
function useBrands(): FilterOption[] {
  const data = useChoices(
    queryOptions({
      queryKey: [{ tags: ['brands'], all: true }],
      queryFn: ({ signal }) => readAll((part) => brandsList({ query: { ...part, sort: 'name' }, signal })),
      staleTime: AT_MOST,
    }),
  );
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** In the order of the tree, each below its parent. */
function useCategories(): FilterOption[] {
  const data = useChoices(categories.search(''));
  return choicesOf(categories, data?.results ?? [], '').map(({ id, label, depth }) => ({
    value: id,
    label: `${'\u2003'.repeat(depth)}${label}`,
  }));
}

type Stock = keyof typeof STOCKS;

export default defineResource<ProductRow>({
  ...entry,
  columns: [
    {
      key: 'name',
      header: t`Name`,
      isSortable: true,
      cell: (row) => <NameCell row={row} />,
      text: ({ name }) => name,
    },
    { key: 'price', header: t`Price`, width: '11rem', cell: pricesInWords },
    {
      key: 'stock',
      header: t`Stock`,
      width: '12rem',
      cell: (row) => <StockCell row={row} />,
      text: stockInWords,
    },
    {
      key: 'isPublished',
      header: t`State`,
      width: '7rem',
      cell: StateCell,
      text: ({ isPublished }) => STATES[isPublished ? 'true' : 'false'],
    },
    {
      key: 'brand',
      header: t`Brand`,
      width: '10rem',
      isExtra: true,
      cell: ({ brandName }) => brandName ?? '–',
    },
    {
      key: 'code',
      header: t`Product code`,
      width: '10rem',
      isExtra: true,
      isSortable: true,
      cell: ({ code }) => code ?? '–',
    },
    { ...changedColumn(), isExtra: true },
  ],
  nothing: {
    title: t`No products yet`,
    detail: t`Create one, or import a list of them from a CSV file.`,
  },
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  found: { detail: ({ sku, code }) => sku ?? code ?? '' },
  searchLabel: t`Search products`,
  filters: [
    wordsFilter('published', t`State`, t`Any state`, STATES),
    wordsFilter('stock', t`Stock`, t`Any stock`, STOCKS),
    { kind: 'select', name: 'category', label: t`Category`, any: t`Any category`, useOptions: useCategories },
    { kind: 'select', name: 'brand', label: t`Brand`, any: t`Any brand`, useOptions: useBrands },
  ],
  list: (params, { published, stock, category, brand }) =>
    productGroupsListOptions({
      query: {
        ...params,
        ...(published && { published: published === 'true' }),
        ...(stock && { stock: stock as Stock }),
        ...(category && { 'category-id': [category] }),
        ...(brand && { 'brand-id': [brand] }),
      },
    }) as Query<Slice<ProductRow>>,
  get: (id) => productGroupsGetOptions({ path: { id } }) as Query<ProductRow>,
  // It outlives the page that it is sent from: a delayed deletion is sent on leaving.
  remove: ({ id, version }) =>
    productGroupsDelete({ path: { id }, headers: ifMatch(version), keepalive: true }),
  removalNote: t`Its variants are deleted too.`,
  isWide: true,
  bulkActions: PRODUCT_BULK_ACTIONS,
  transfer: transferOf('products'),
  // A record's own screen has read the whole of it.
  Form: ProductForm as ComponentType<FormProps<ProductRow>>,
  invalidates: [
    [{ tags: ['product groups'] }],
    [{ tags: ['products'] }],
    [{ tags: ['stock'] }],
    [{ tags: ['prices'] }],
  ],
});
