/** What a buyer has typed, and the order that it makes. */
import type { OrderRequest, PlaceIn, SummaryOut } from '../../api/generated/index.ts';
import type { Basket } from '../shop/basket.ts';

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
export type Gateway = OrderRequest['gateway'];

export interface Typed {
  email: string;
  name: string;
  phone: string;
  note: string;
  collects: boolean;
  /** Where it goes; where nothing goes anywhere, the address of the bill. */
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

/** The form as it begins, with what was typed before; `country` is the shop's own. */
export function begun(before: Partial<Typed> | undefined, country = ''): Typed {
  const home = { ...NOWHERE, countryCode: country };
  return {
    email: '',
    name: '',
    phone: '',
    note: '',
    collects: false,
    hasOtherBilling: false,
    ...before,
    address: { ...home, ...before?.address },
    billing: { ...home, ...before?.billing },
  };
}

/** Those that have no postcodes, or seldom write them. */
const WITHOUT_POSTCODE = new Set(
  'AE,AG,AN,AO,AW,BF,BI,BJ,BO,BS,BW,BZ,CD,CF,CG,CI,CK,CM,DJ,DM,ER,FJ,GD,GH,GM,GQ,GY,HK,IE,JM,KI,KM,KN,KP,LC,ML,MO,MR,MW,NR,NU,PA,QA,RW,SB,SC,SL,SR,ST,SY,TF,TG,TK,TL,TO,TT,TV,TZ,UG,VU,YE,ZW'.split(
    ',',
  ),
);
export const hasPostcodes = (country: string): boolean => !WITHOUT_POSTCODE.has(country);

/** Where it goes, once that is said: what delivery costs hangs on the postcode where there are such. */
export function placeOf({ countryCode, county, town, postcode }: Address): PlaceIn | undefined {
  if (!countryCode || (hasPostcodes(countryCode) && !postcode.trim())) return undefined;
  return { country: countryCode, county: county.trim(), town: town.trim(), postcode: postcode.trim() };
}

/** How the address that is asked for first is called on the wire. */
export const firstPrefix = ({ hasOtherBilling, collects }: Typed, isDelivered: boolean) =>
  isDelivered && !collects && hasOtherBilling ? 'delivery' : 'billing';

/** The order as it is sent. The same typed twice is the same, letter by letter. */
export function orderOf(typed: Typed, basket: Basket, summary: SummaryOut, gateway: Gateway): OrderRequest {
  const { email, name, phone, note, collects, address, billing } = typed;
  const isDelivered = summary.delivery.state !== 'not_needed';
  const first = firstPrefix(typed, isDelivered);
  const rows = basket.map(({ productId, quantity, options }) => ({
    productId,
    quantity,
    ...(options && { options }),
  }));
  const billed = first === 'delivery' ? billing : address;
  return {
    rows,
    summaryDigest: summary.digest,
    gateway,
    email: email.trim(),
    name: name.trim(),
    phone: phone.trim(),
    note: note.trim(),
    collects: collects && isDelivered,
    billingName: billed.name.trim() || name.trim(),
    billingAddress1: billed.address1.trim(),
    billingAddress2: billed.address2.trim(),
    billingAddress3: billed.address3.trim(),
    billingAddress4: billed.address4.trim(),
    billingTown: billed.town.trim(),
    billingCounty: billed.county.trim(),
    billingPostcode: billed.postcode.trim(),
    billingCountryCode: billed.countryCode,
    ...(first === 'delivery' && deliveryOf(address, name)),
  };
}

function deliveryOf(address: Address, name: string): Partial<OrderRequest> {
  return {
    deliveryName: address.name.trim() || name.trim(),
    deliveryAddress1: address.address1.trim(),
    deliveryAddress2: address.address2.trim(),
    deliveryAddress3: address.address3.trim(),
    deliveryAddress4: address.address4.trim(),
    deliveryTown: address.town.trim(),
    deliveryCounty: address.county.trim(),
    deliveryPostcode: address.postcode.trim(),
    deliveryCountryCode: address.countryCode,
  };
}
