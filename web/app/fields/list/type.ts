import type { ValuesOf } from '../types.ts';

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Items of the same fields, in an order. */
    list: {
      options: { maxItems?: number; item: Readonly<Record<string, FieldDefinition>> };
      value: D extends { item: infer Item } ? ValuesOf<Item>[] : Record<string, unknown>[];
    };
  }
}
