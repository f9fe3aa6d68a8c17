declare module '../types.ts' {
  interface FieldTypes<D> {
    /** HTML; the server keeps allowed elements and attributes only. */
    richText: { options: { maxLength?: number }; value: string };
  }
}

export {};
