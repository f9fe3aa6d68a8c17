/** What rows of a matrix are made of. */
import type { ShippingRowOut } from '../../api/generated/index.ts';

export type Variable = Exclude<ShippingRowOut['variable'], 'always'>;
export type Operator = NonNullable<ShippingRowOut['operator']>;
export type Consequence = NonNullable<ShippingRowOut['consequenceType']>;
