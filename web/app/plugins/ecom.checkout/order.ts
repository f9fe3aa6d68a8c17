import type { OrderRequest, SummaryOut } from '../../api/generated/index.ts';
import type { Basket } from '../shop/basket.ts';
import { type Address, firstOf, firstPrefix, type Gateway, type Typed } from './typed.ts';

/** The order as it is sent. The same typed twice is the same, letter by letter. */
export function orderOf(typed: Typed, basket: Basket, summary: SummaryOut, gateway: Gateway): OrderRequest {
  const { email, name, phone, note, collects, address } = typed;
  const isDelivered = summary.delivery.state !== 'not_needed';
  const first = firstPrefix(typed, isDelivered);
  const rows = basket.map(({ productId, quantity, options }) => ({
    productId,
    quantity,
    ...(options && { options }),
  }));
  const billed = typed[firstOf(typed, false)];
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
