declare module '../types.ts' {
  interface FieldTypes<D> {
    number: { options: { min?: number; max?: number; integer?: boolean; unit?: string }; value: number };
  }
}

export {};
