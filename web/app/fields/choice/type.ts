export interface Option {
  value: string;
  label: string;
  /** Options of one group follow each other and stand below its name. */
  group?: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** One of its options, or `many` of them. */
    choice: {
      options: {
        options: readonly Option[];
        many?: boolean;
        maxItems?: number;
        minItems?: number;
        /** Of `h1` to `h6`: what is chosen is the level of a heading that the view draws. */
        isHeadingLevel?: boolean;
      };
      value: D extends { options: readonly { value: infer V }[] }
        ? D extends { many: true }
          ? V[]
          : V
        : string;
    };
  }
}
