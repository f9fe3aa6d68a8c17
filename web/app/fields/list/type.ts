import type { ValuesOf } from '../types.ts';

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Items of the same fields, in an order. */
    list: {
      options: {
        maxItems?: number;
        item: Readonly<Record<string, FieldDefinition>>;
        /** The image of an item that all else in it is said of: who may not see the one is shown nothing of the item. */
        subject?: string;
      };
      value: D extends { item: infer Item } ? ValuesOf<Item>[] : Record<string, unknown>[];
    };
  }
}
