/** What is judged of a file that a visitor sends: what it is by its first bytes, and its size. */
export interface Upload {
  megabytes: number;
  mediaType: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Files that a visitor's form is sent with. `file` is one of the site's own. */
    upload: {
      isOffered: false;
      options: { accepts?: readonly string[]; maxItems?: number; maxMegabytes?: number };
      value: Upload[];
    };
  }
}
