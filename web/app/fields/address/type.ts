declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Where a link leads: http(s), mailto, tel, or a path on this site. */
    address: {
      options: {
        placeholder?: string;
        /** Only a site elsewhere: http(s). */
        isWeb?: boolean;
        /**
         * The ref of a plugin with `namedBy`: left empty, the field stands for the page on which that shows what the address
         * names (`namingPages` of a view).
         */
        pageOf?: string;
      };
      value: string;
    };
  }
}

export {};
