/** What a buyer has typed. */
import type { OrderRequest, PlaceIn } from '../../api/generated/index.ts';

export interface Address {
  name: string;
  address1: string;
  address2: string;
  address3: string;
  address4: string;
  town: string;
  county: string;
  postcode: string;
  countryCode: string;
}
/** What it is kept as in the tab. */
export const TYPED = 'typed';
export type Gateway = OrderRequest['gateway'];

export interface Typed {
  email: string;
  name: string;
  phone: string;
  note: string;
  collects: boolean;
  /** Where it goes; where nothing goes anywhere, the address of the bill unless there is another for it. */
  address: Address;
  hasOtherBilling: boolean;
  billing: Address;
  /** Undefined until it is chosen. */
  gateway?: Gateway;
}

const NOWHERE: Address = {
  name: '',
  address1: '',
  address2: '',
  address3: '',
  address4: '',
  town: '',
  county: '',
  postcode: '',
  countryCode: '',
};

/**
 * The form as it begins, with what was typed before; `country` is the shop's own. Where no street was typed, `known` is what
 * the tab knows otherwise of where it goes.
 */
export function begun(before: Partial<Typed> | undefined, country = '', known?: PlaceIn): Typed {
  const home = { ...NOWHERE, countryCode: country };
  const isOpen = known && !before?.address?.address1;
  const tried = isOpen
    ? { countryCode: known.country, postcode: known.postcode, ...withoutEmpty(known) }
    : undefined;
  return {
    email: '',
    name: '',
    phone: '',
    note: '',
    collects: false,
    hasOtherBilling: false,
    ...before,
    address: { ...home, ...before?.address, ...tried },
    billing: { ...home, ...before?.billing },
  };
}

const withoutEmpty = ({ county, town }: PlaceIn): Partial<Address> => ({
  ...(county && { county }),
  ...(town && { town }),
});

/** Those that have no postcodes, or seldom write them. */
const WITHOUT_POSTCODE =
  /^(A[EGNOW]|B[FIJOSWZ]|C[DFGIKM]|D[JM]|ER|FJ|G[DHMQY]|HK|IE|JM|K[IMNP]|LC|M[LORW]|N[RU]|PA|QA|RW|S[BCLRTY]|T[FGKLOTVZ]|UG|VU|YE|ZW)$/;
export const hasPostcodes = (country: string): boolean => !WITHOUT_POSTCODE.test(country);

/**
 * Where it goes, once that is said: what delivery costs hangs on the postcode where there are such. A country that was
 * `tried` before, in the basket, counts without one.
 */
export function placeOf(
  { countryCode, county, town, postcode }: Address,
  tried?: PlaceIn,
): PlaceIn | undefined {
  const isSaid = !hasPostcodes(countryCode) || postcode.trim() !== '' || tried?.country === countryCode;
  if (!countryCode || !isSaid) return undefined;
  return { country: countryCode, county: county.trim(), town: town.trim(), postcode: postcode.trim() };
}

/** The address that is asked for first: where nothing goes anywhere, that of the bill is all that counts. */
export const firstOf = ({ hasOtherBilling }: Typed, goes: boolean) =>
  goes || !hasOtherBilling ? 'address' : 'billing';

/** How the address that is asked for first is called on the wire. */
export const firstPrefix = ({ hasOtherBilling, collects }: Typed, isDelivered: boolean) =>
  isDelivered && !collects && hasOtherBilling ? 'delivery' : 'billing';
