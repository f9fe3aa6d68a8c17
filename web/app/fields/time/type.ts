declare module '../types.ts' {
  interface FieldTypes<D> {
    /** A time of day: `14:30`. */
    time: { options: object; value: string };
  }
}

export {};
