declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Where a link leads: http(s), mailto, tel, or a path on this site. */
    address: {
      options: {
        placeholder?: string;
        /** Only a site elsewhere: http(s). */
        isWeb?: boolean;
      };
      value: string;
    };
  }
}

export {};
