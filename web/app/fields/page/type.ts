declare module '../types.ts' {
  interface FieldTypes<D> {
    /** The id of a page of this site. */
    page: { options: object; value: string };
  }
}

export {};
