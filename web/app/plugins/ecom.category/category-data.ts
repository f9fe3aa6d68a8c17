/** The products of a category as the shop's service gives them for a page. */
import type { Image } from '../../fields/image/type.ts';

export interface ListedGroup {
  id: string;
  code: string | null;
  name: string;
  summary: string;
  brand: string | null;
  images: readonly Image[];
  /** What the cheapest and the dearest of its products costs. */
  least: number;
  most: number;
  was: number | null;
  /** Whether any of it can be had. */
  isThere: boolean;
}

export interface CategoryData {
  category: string | null;
  groups: readonly ListedGroup[];
  total: number;
  /** How many of them can be had at once. */
  inStock: number;
  page: number;
  pageSize: number;
  currency: string;
  includesTax: boolean;
  /** Of all that could be shown, however it is narrowed. */
  prices: readonly [number | null, number | null];
  brands: readonly { id: string; name: string; count: number }[];
  options: readonly { name: string; values: readonly { value: string; count: number }[] }[];
}
