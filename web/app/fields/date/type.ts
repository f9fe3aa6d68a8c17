declare module '../types.ts' {
  interface FieldTypes<D> {
    /** A day of the calendar: `2026-01-31`. */
    date: { options: { earliest?: string; latest?: string }; value: string };
  }
}

export {};
