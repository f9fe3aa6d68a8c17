declare module '../types.ts' {
  interface FieldTypes<D> {
    number: {
      options: {
        min?: number;
        max?: number;
        integer?: boolean;
        unit?: string;
        placeholder?: string;
        /** The text beside it with a line for each option, of which it can be no more, where `when` beside it is `is`. */
        ofOptions?: { in: string; when: string; is: string };
      };
      value: number;
    };
  }
}

export {};
