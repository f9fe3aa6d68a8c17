/** What the shop's service tells plugins that ask where something goes. */
export interface ShopData {
  /** Where the shop is: ISO 3166. */
  country: string;
}

/** And those that are paid in. */
export interface TillData extends ShopData {
  /** Whose scripts the page may load, because the shop has keys of theirs. */
  providers: readonly ('stripe' | 'paypal')[];
}
