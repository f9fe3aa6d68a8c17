/** A record's id, or a list of them where there may be many. */
export type ReferenceValue<D> = D extends { many: true } ? string[] : string;

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Records of another resource: `to` is the name of the source that lists them (sources.ts). */
    reference: {
      options: { to: string; many?: boolean; ordered?: boolean; maxItems?: number };
      value: ReferenceValue<D>;
    };
  }
}
