import type { AccountOut, PlaceIn, Receipt, ReceiptListed } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import type { Address, Typed } from './typed.ts';

export interface Member {
  email: string;
  name: string;
  /** Where the last order went, and where its bill did. */
  last?: Pick<Typed, 'address' | 'billing' | 'hasOtherBilling'>;
}

/** What a member's form begins with; undefined where it cannot be had: then it is typed. */
export async function readMember(): Promise<Member | undefined> {
  const [account, last] = await Promise.all([
    unlessRefused(apiJson<AccountOut>('GET', '/auth/account')),
    unlessRefused(readLast()),
  ]);
  if (!account) return undefined;
  const { emailAddress, firstName, lastName } = account.user.person;
  return { email: emailAddress, name: `${firstName} ${lastName}`.trim(), last: last && addressesOf(last) };
}

async function readLast(): Promise<Receipt | undefined> {
  const query = { limit: 1 };
  const { results } = await apiJson<{ results: ReceiptListed[] }>('GET', '/ecom/orders/mine', { query });
  return results[0] && (await apiJson<Receipt>('GET', `/ecom/orders/mine/${results[0].id}`));
}

async function unlessRefused<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

function addressesOf(receipt: Receipt): Last {
  const billing = addressOf(receipt, 'billing');
  const wasSent = receipt.needsDelivery && !receipt.isCollected && receipt.deliveryAddress1 !== '';
  const address = wasSent ? addressOf(receipt, 'delivery') : billing;
  return { address, billing, hasOtherBilling: !isSame(address, billing) };
}

function addressOf(receipt: Receipt, which: 'billing' | 'delivery'): Address {
  const name = receipt[`${which}Name`];
  return {
    // It is asked for only where it differs.
    name: name === receipt.contactName ? '' : name,
    address1: receipt[`${which}Address1`],
    address2: receipt[`${which}Address2`],
    address3: receipt[`${which}Address3`],
    address4: receipt[`${which}Address4`],
    town: receipt[`${which}Town`],
    county: receipt[`${which}County`],
    postcode: receipt[`${which}Postcode`],
    countryCode: receipt[`${which}CountryCode`],
  };
}

const partsOf = (address: Address) => Object.keys(address) as (keyof Address)[];
const isSame = (one: Address, other: Address) => partsOf(one).every((part) => one[part] === other[part]);

/**
 * Returns the form with the member's known values in the fields where nothing else was typed. `country` is
 * the country that the form began with, and `tried` the place that the buyer tried in the basket: a buyer who
 * sends this order to another place than the last one types the address.
 */
export function filledFor(
  { email, name, last }: Member,
  before: Typed,
  country: string | undefined,
  tried: PlaceIn | undefined,
): Typed {
  const known = { ...before, email: before.email || email, name: before.name || name };
  const found =
    last && waysOf(last).find(({ address }) => isOpen(before, address, tried ? undefined : country));
  return { ...known, ...found };
}

type Last = Required<Member>['last'];

/** As the last order went, or to where its bill did: there somebody is at home who has sent a present to somebody else. */
const waysOf = (last: Last): Last[] => [last, { ...last, address: last.billing, hasOtherBilling: false }];

/** `country` is the one that nobody has chosen, if there is such. */
function isOpen({ address, hasOtherBilling }: Typed, last: Address, country: string | undefined): boolean {
  const isElsewhere = partsOf(address).some(
    (part) => part !== 'countryCode' && address[part] !== '' && !isAlike(address[part], last[part]),
  );
  const isChosen = address.countryCode !== country && address.countryCode !== last.countryCode;
  return !isElsewhere && !isChosen && !hasOtherBilling;
}

/** Postcodes are written with and without blanks. */
const isAlike = (typed: string, known: string) => plain(typed) === plain(known);
const plain = (text: string) => text.replace(/\s/g, '').toLowerCase();
