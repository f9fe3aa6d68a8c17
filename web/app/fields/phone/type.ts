declare module '../types.ts' {
  interface FieldTypes<D> {
    /** A number as people write it: `+44 (20) 7946-0000`. */
    phone: { options: { placeholder?: string; autoComplete?: string }; value: string };
  }
}

export {};
