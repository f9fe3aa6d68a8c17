export interface Option {
  value: string;
  label: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    choice: {
      options: { options: readonly Option[] };
      value: D extends { options: readonly { value: infer V }[] } ? V : string;
    };
  }
}
