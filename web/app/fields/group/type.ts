import type { ValuesOf } from '../types.ts';

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Fields that belong together and are kept together. */
    group: {
      options: { fields: Readonly<Record<string, FieldDefinition>> };
      value: D extends { fields: infer Fields } ? ValuesOf<Fields> : Record<string, unknown>;
    };
  }
}
