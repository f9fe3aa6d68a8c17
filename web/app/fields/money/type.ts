/** An amount in the smallest unit of its currency: cents. */
export interface Money {
  amount: number;
  currency: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    /**
     * Bounds are in the smallest unit; `currency` is what an empty field starts with, and with `hasOneCurrency` the only one
     * that can be had.
     */
    money: {
      options: { min?: number; max?: number; currency?: string; hasOneCurrency?: boolean };
      value: Money;
    };
  }
}
