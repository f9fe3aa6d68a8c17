import type { ReferenceValue } from '../reference/type.ts';

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Categories of a tree: `of` is the name of the source that lists them (sources.ts). */
    category: { options: { of: string; many?: boolean; maxItems?: number }; value: ReferenceValue<D> };
  }
}
