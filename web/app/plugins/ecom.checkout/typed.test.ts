import { describe, expect, it } from 'vitest';
import type { SummaryOut } from '../../api/generated/index.ts';
import { orderOf } from './order.ts';
import { outsideOf } from './outside.ts';
import { begun, placeOf, type Typed } from './typed.ts';

const summary = (state: SummaryOut['delivery']['state']) =>
  ({ digest: 'd', delivery: { state } }) as SummaryOut;
const basket = [{ productId: 'p', quantity: 2, seenPrice: 100 }];
const norwich = { ...begun(undefined, 'GB').address, address1: '12 Mill Lane ', postcode: 'NR1 3JU' };
const london = { ...begun(undefined, 'GB').address, name: 'Firm', address1: '1 High Road' };
const typed = (changed: Partial<Typed>): Typed => ({
  ...begun({ name: ' Zoë ', email: 'zoe@example.org' }, 'GB'),
  address: norwich,
  billing: london,
  ...changed,
});
const sent = (changed: Partial<Typed>, state: SummaryOut['delivery']['state'] = 'charged') =>
  orderOf(typed(changed), basket, summary(state), 'invoice');

describe('the order that is sent', () => {
  it('goes where it is billed, unless the bill goes elsewhere', () => {
    expect(sent({})).toMatchObject({ billingName: 'Zoë', billingAddress1: '12 Mill Lane' });
    expect(sent({})).not.toHaveProperty('deliveryName');
    expect(sent({ hasOtherBilling: true })).toMatchObject({
      billingName: 'Firm',
      billingAddress1: '1 High Road',
      deliveryName: 'Zoë',
      deliveryAddress1: '12 Mill Lane',
    });
  });

  it.each([
    ['is collected', { hasOtherBilling: true, collects: true }, 'collected'],
    ['goes nowhere', { hasOtherBilling: true }, 'not_needed'],
  ] as const)('is billed to who has the bill also where it %s', (_, changed, state) => {
    expect(sent(changed, state)).toMatchObject({ billingName: 'Firm', billingAddress1: '1 High Road' });
    expect(sent(changed, state)).not.toHaveProperty('deliveryName');
    const alone = { ...changed, hasOtherBilling: false };
    expect(sent(alone, state)).toMatchObject({ billingName: 'Zoë', billingAddress1: '12 Mill Lane' });
  });

  it('has nothing of prices that were seen: they change while the order is the same', () => {
    expect(sent({}).rows).toEqual([{ productId: 'p', quantity: 2 }]);
  });
});

describe('the place', () => {
  it('is known once there is a postcode, where there are such', () => {
    const { address } = begun(undefined, 'GB');
    expect(placeOf(address)).toBeUndefined();
    expect(placeOf(norwich)).toMatchObject({ country: 'GB', postcode: 'NR1 3JU' });
    expect(placeOf({ ...address, countryCode: 'HK' })).toMatchObject({ country: 'HK', postcode: '' });
    expect(placeOf({ ...norwich, countryCode: '' })).toBeUndefined();
    expect(placeOf(address, { country: 'GB' })).toMatchObject({ country: 'GB', postcode: '' });
    expect(placeOf(address, { country: 'DE' })).toBeUndefined();
  });
});

describe('whom the page lets in', () => {
  it('are the providers that the shop has keys of', () => {
    expect(outsideOf(undefined).scripts).toEqual([]);
    expect(outsideOf({ country: 'GB', providers: [] }).scripts).toEqual([]);
    expect(outsideOf({ country: 'GB', providers: ['stripe'] })).toEqual({
      scripts: ['js.stripe.com'],
      calls: ['api.stripe.com'],
    });
    expect(outsideOf({ country: 'GB', providers: ['paypal'] }).scripts).toEqual(['www.paypal.com']);
  });
});
