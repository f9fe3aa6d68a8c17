declare module '../types.ts' {
  interface FieldTypes<D> {
    /** One address. */
    email: { options: object; value: string };
  }
}

export {};
