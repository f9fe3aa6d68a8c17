/** What the shop's service tells plugins that ask where something goes. */
export interface ShopData {
  /** Where the shop is: ISO 3166. */
  country: string;
}
