/** An amount in the smallest unit of its currency: cents. */
export interface Money {
  amount: number;
  currency: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    /** Bounds are in the smallest unit; `currency` is what an empty field starts with. */
    money: { options: { min?: number; max?: number; currency?: string }; value: Money };
  }
}
