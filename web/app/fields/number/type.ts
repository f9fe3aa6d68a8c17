declare module '../types.ts' {
  interface FieldTypes<D> {
    number: {
      options: { min?: number; max?: number; integer?: boolean; unit?: string; placeholder?: string };
      value: number;
    };
  }
}

export {};
