/** A product in the list, which knows it in numbers, and on its own screen, which has all of its variants. */
import type { GroupOut, ListedGroup, ProductOut } from '../../api/generated/index.ts';

export interface ProductRow extends Omit<GroupOut, 'products'>, Partial<Omit<ListedGroup, keyof GroupOut>> {
  products?: ProductOut[];
  /** What a change of many has made of it, for the way back. */
  changed?: { before: ProductOut[]; after: ProductOut[] };
}
