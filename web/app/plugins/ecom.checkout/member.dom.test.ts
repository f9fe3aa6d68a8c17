import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Receipt } from '../../api/generated/index.ts';
import { filledFor, type Member, readMember } from './member.ts';
import { begun } from './typed.ts';

const lines = (prefix: string, changed: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      Name: 'Zoë Ångström',
      Address1: '12 Mill Lane',
      Address2: '',
      Address3: '',
      Address4: '',
      Town: 'Norwich',
      County: '',
      Postcode: 'NR1 3JU',
      CountryCode: 'GB',
      ...changed,
    }).map(([part, value]) => [`${prefix}${part}`, value]),
  );
const receiptOf = (changed: object = {}) =>
  ({
    id: '0198',
    contactName: 'Zoë Ångström',
    needsDelivery: true,
    isCollected: false,
    ...lines('billing'),
    ...lines('delivery'),
    ...changed,
  }) as Receipt;

function answering(receipt: Receipt | undefined) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    if (pathname === '/auth/account') {
      const person = { emailAddress: 'zoe@example.org', firstName: 'Zoë', lastName: 'Ångström' };
      return Response.json({ user: { person } });
    }
    if (pathname === '/ecom/orders/mine')
      return Response.json({ results: receipt ? [{ id: receipt.id }] : [] });
    if (pathname === '/ecom/orders/mine/0198') return Response.json(receipt);
    return Response.json({ code: 'not_found', title: 'Not found' }, { status: 404 });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe('a member at the till', () => {
  it('finds the address of the last order', async () => {
    const asked = answering(receiptOf());
    const member = await readMember();
    expect(asked).toContain('/ecom/orders/mine?limit=1');
    const typed = filledFor(member as Member, begun(undefined, 'GB'), 'GB', undefined);
    expect(typed).toMatchObject({ email: 'zoe@example.org', name: 'Zoë Ångström', hasOtherBilling: false });
    expect(typed.address).toMatchObject({ name: '', address1: '12 Mill Lane', postcode: 'NR1 3JU' });
  });

  it('finds both addresses where the bill went elsewhere', async () => {
    answering(receiptOf(lines('billing', { Name: 'Firm', Address1: '1 High Road', Address3: 'Yard' })));
    const typed = filledFor((await readMember()) as Member, begun(undefined, 'GB'), 'GB', undefined);
    expect(typed).toMatchObject({
      hasOtherBilling: true,
      address: { name: '', address1: '12 Mill Lane' },
      billing: { name: 'Firm', address1: '1 High Road', address3: 'Yard' },
    });
  });

  it('is at home where the last bill went, once the basket was reckoned with it', async () => {
    const home = { Name: 'Zoë Ångström', Address1: '1 High Road', Postcode: 'N1 9GU' };
    answering(receiptOf({ ...lines('billing', home), ...lines('delivery', { Name: 'Bea' }) }));
    const member = (await readMember()) as Member;
    const tried = { country: 'GB', postcode: 'N1 9GU', town: 'Norwich' };
    const typed = filledFor(member, begun(undefined, 'GB', tried), 'GB', tried);
    expect(typed).toMatchObject({ hasOtherBilling: false, address: { name: '', address1: '1 High Road' } });
  });

  it('finds the billing address where the last order was sent nowhere', async () => {
    const nowhere = lines('delivery', { Name: '', Address1: '', Town: '', Postcode: '' });
    answering(receiptOf({ ...nowhere, isCollected: true, ...lines('billing', { Address1: '1 High Road' }) }));
    const typed = filledFor((await readMember()) as Member, begun(undefined, 'GB'), 'GB', undefined);
    expect(typed).toMatchObject({ hasOtherBilling: false, address: { address1: '1 High Road' } });
  });

  it('finds name and email where nothing was ordered yet', async () => {
    answering(undefined);
    const typed = filledFor((await readMember()) as Member, begun(undefined, 'GB'), 'GB', undefined);
    expect(typed).toEqual({ ...begun(undefined, 'GB'), email: 'zoe@example.org', name: 'Zoë Ångström' });
  });

  it.each([
    ['a street', { address1: '1 Elm Street' }, undefined],
    ['another postcode', { postcode: 'LS1 1AA' }, undefined],
    ['another country', { countryCode: 'DE' }, undefined],
    ['another country in the basket', { countryCode: 'DE' }, { country: 'DE' }],
  ])('keeps %s that was typed', async (_, typedBefore, tried) => {
    answering(receiptOf());
    const empty = begun(undefined, 'GB');
    const before = { ...empty, address: { ...empty.address, ...typedBefore } };
    const { address } = filledFor((await readMember()) as Member, before, 'GB', tried);
    expect(address).toEqual(before.address);
  });

  it('finds the street where the basket was told the same postcode', async () => {
    answering(receiptOf());
    const tried = { country: 'GB', postcode: 'nr13ju' };
    const { address } = filledFor((await readMember()) as Member, begun(undefined, 'GB', tried), 'GB', tried);
    expect(address).toMatchObject({ address1: '12 Mill Lane', postcode: 'NR1 3JU' });
  });
});
