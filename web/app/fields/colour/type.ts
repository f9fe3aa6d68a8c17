declare module '../types.ts' {
  interface FieldTypes<D> {
    /** A hex value, a colour's name, or a colour function with numbers. */
    colour: { options: object; value: string };
  }
}

export {};
