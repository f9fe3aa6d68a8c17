declare module '../types.ts' {
  interface FieldTypes<D> {
    text: {
      options: {
        maxLength?: number;
        minLength?: number;
        multiline?: boolean;
        placeholder?: string;
        /** What kind of text it is, for keyboards on screens; what it has to be is checked elsewhere. */
        mode?: 'url' | 'digits' | 'code';
        /** How the site's search counts it: as a heading, or not at all. Left out, as any other text. */
        search?: 'heading' | 'none';
        /** The image beside it that it is said of: who may not see that one is not shown the text. */
        saidOf?: string;
        /** As HTML has it: `given-name`, `off`. */
        autoComplete?: string;
      };
      value: string;
    };
  }
}

export {};
