declare module '../types.ts' {
  interface FieldTypes<D> {
    text: { options: { maxLength?: number; multiline?: boolean; placeholder?: string }; value: string };
  }
}

export {};
