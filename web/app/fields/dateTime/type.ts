declare module '../types.ts' {
  interface FieldTypes<D> {
    /** A moment, RFC 3339 with its offset. */
    dateTime: { options: object; value: string };
  }
}

export {};
