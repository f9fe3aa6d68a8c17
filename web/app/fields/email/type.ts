declare module '../types.ts' {
  interface FieldTypes<D> {
    /** One address. */
    email: { options: { maxLength?: number; placeholder?: string; autoComplete?: string }; value: string };
  }
}

export {};
