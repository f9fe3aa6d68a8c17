declare module '../types.ts' {
  interface FieldTypes<D> {
    /** The id of a file. */
    file: { options: object; value: string };
  }
}

export {};
