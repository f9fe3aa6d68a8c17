declare module '../types.ts' {
  interface FieldTypes<D> {
    switch: { options: object; value: boolean };
  }
}

export {};
