/** What a shop lacks, each with the way to it. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { screenFormats } from '#words/screen-formats.ts';
import { listConfigOptions } from '../../api/config.ts';
import {
  pluginsListPlacesOptions,
  pluginsListUsesOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import type { DashboardOut, GatewayStatusOut } from '../../api/generated/index.ts';
import { useHasScope } from '../../session/use-session.ts';
import config from '../config/entry.ts';
import type { Place } from '../define-entry.ts';
import pagesEntry from '../pages/entry.ts';
import finder from '../plugin-page-finder/entry.ts';
import payments from '../shop-payments/entry.ts';
import { GATEWAYS, SETTINGS } from '../shop-payments/words.ts';
import products from '../shop-products/entry.ts';
import settings from '../shop-settings/entry.ts';
import shipping from '../shop-shipping/entry.ts';
import taxRates from '../shop-tax-rates/entry.ts';

export interface Missing {
  key: string;
  words: string;
  /** Where it is set up. */
  place: Place;
  link: string;
  /** The shop sells without it. */
  isOptional?: boolean;
  /** A page that can be made at the press of a button. */
  isPage?: boolean;
}

/** What it does not sell without, first. Nothing is known before the dashboard is. */
export function useGaps(dashboard: DashboardOut | undefined): Missing[] {
  const isAsked = dashboard !== undefined;
  const missing = [
    ...useMissingPages(isAsked),
    ...useUnlinkedLists(isAsked),
    ...(dashboard ? missingIn(dashboard) : []),
    ...useMissingContact(isAsked),
  ];
  return missing.toSorted(
    (one, other) => Number(one.isOptional ?? false) - Number(other.isOptional ?? false),
  );
}

function missingIn({ setUp, currency }: DashboardOut): Missing[] {
  const found: (Missing | false)[] = [
    !setUp.hasProducts && {
      key: 'products',
      words: t`No product with a price is published.`,
      place: products,
      link: t`Add products`,
    },
    !setUp.hasDelivery && {
      key: 'delivery',
      words: t`No delivery charges in ${currency} are set: nothing can be sent.`,
      place: shipping,
      link: t`Set delivery charges`,
    },
    !setUp.hasTaxRates && {
      key: 'tax',
      words: t`There are no tax rates: prices are not taxed.`,
      place: taxRates,
      link: t`Add tax rates`,
      isOptional: true,
    },
    setUp.hasTaxRates &&
      setUp.untaxedClasses.length > 0 && {
        key: 'untaxed',
        words: untaxed(setUp.untaxedClasses),
        place: taxRates,
        link: t`Add tax rates`,
        isOptional: true,
      },
    !setUp.hasSeller && {
      key: 'seller',
      words: t`Invoices have no seller: the shop’s name or address is missing.`,
      place: settings,
      link: t`Add it`,
    },
    setUp.gateways.every(({ isOffered }) => !isOffered) && {
      key: 'payment',
      words: t`There is no payment method, so nobody can order.`,
      place: payments,
      link: t`Choose payment methods`,
    },
  ];
  return [
    ...found.filter((each) => each !== false),
    ...setUp.silentGateways.map(untold),
    ...setUp.gateways.flatMap(missingKeys),
  ];
}

/** Of a way to pay that nobody but the shop can tell how it is paid. */
const untold = (key: GatewayStatusOut['key']): Missing => ({
  key: `instructions of ${key}`,
  words:
    key === 'collection'
      ? t`Collection is on, but has no address or hours.`
      : t`Payment by invoice is on, but has no instructions.`,
  place: payments,
  link: t`Add it`,
  isOptional: true,
});

function untaxed(names: string[]): string {
  const classes = screenFormats().list(names);
  return plural(names.length, {
    one: `Products of the tax class ${classes} are not taxed in the shop’s own country: no rate is for it.`,
    other: `Products of the tax classes ${classes} are not taxed in the shop’s own country: no rates are for them.`,
  });
}

/** What a provider's way to pay takes; of one that lacks all of it nobody has thought yet. */
const MOST_MISSING = 3;

/** Of a way to pay that is on and cannot be offered. */
function missingKeys({ key, isOn, missing }: GatewayStatusOut): Missing[] {
  if (!isOn || missing.length === 0) return [];
  const isImpossible = missing.includes('currency');
  // Nobody has begun to set it up, and it would not help.
  if (isImpossible && missing.length > 1) return [];
  if (missing.length >= MOST_MISSING) {
    return [
      {
        key,
        words:
          key === 'card'
            ? t`Buyers can also pay by card, with an account of yours at Stripe.`
            : t`Buyers can also pay by PayPal, with a business account of yours.`,
        place: payments,
        link: t`Set it up`,
        isOptional: true,
      },
    ];
  }
  const method = GATEWAYS[key];
  const lacking = screenFormats().list(missing.map((each) => SETTINGS[each] ?? each));
  const isOtherCurrency = missing.length === 1 && missing[0] === 'paypalCurrency';
  const wordsFor = () => {
    if (isImpossible)
      return t`${method} is not offered: it cannot charge all amounts in the shop’s currency.`;
    if (isOtherCurrency) return t`${method} is not offered: its currency is not the shop’s.`;
    return t`${method} is not offered. Missing: ${lacking}.`;
  };
  return [
    {
      key,
      words: wordsFor(),
      place: payments,
      link: t`Set it up`,
      isOptional: true,
    },
  ];
}

/** Only editors know what is on pages. */
function useMissingPages(isAsked: boolean): Missing[] {
  const mayRead = useHasScope('editor');
  const { data: uses } = useQuery({ ...pluginsListUsesOptions(), enabled: mayRead && isAsked });
  if (!isAsked) return [];
  const isOnNone = (...refs: string[]) =>
    uses?.every(({ ref, pages: count }) => !refs.includes(ref) || count === 0) ?? false;
  const found: (Missing | false)[] = [
    isOnNone('ecom.product', 'ecom.category') && {
      key: 'page of products',
      words: t`No page shows products.`,
      place: pagesEntry,
      link: t`Put them on a page`,
      isPage: true,
    },
    isOnNone('ecom.basketManagement') && {
      key: 'page of the basket',
      words: t`No page has the basket.`,
      place: pagesEntry,
      link: t`Add it to a page`,
      isPage: true,
    },
    isOnNone('ecom.checkout') && {
      key: 'page of the checkout',
      words: t`No page has a checkout, so nobody can order.`,
      place: pagesEntry,
      link: t`Add it to a page`,
      isPage: true,
    },
  ];
  return found.filter((each) => each !== false);
}

/** Lists whose page of a product is not chosen, where not exactly one page can be it. */
function useUnlinkedLists(isAsked: boolean): Missing[] {
  const enabled = useHasScope('editor') && isAsked;
  const { data: uses } = useQuery({ ...pluginsListUsesOptions(), enabled });
  const pages = uses?.find(({ ref }) => ref === 'ecom.product')?.namingPages;
  const isUnclear = pages !== undefined && pages.length !== 1;
  const all = usePlaces({}, enabled && isUnclear);
  // An address of a page begins with it.
  const chosen = usePlaces({ field: 'productPage', value: '/' }, enabled && isUnclear);
  if (!isUnclear || all === undefined || chosen === undefined || all === chosen) return [];
  return [
    {
      key: 'page of a product',
      words:
        pages.length === 0
          ? t`Product lists lead nowhere: no page shows a product.`
          : t`Several pages show a product, and a product list does not say which one it leads to.`,
      place: pages.length === 0 ? pagesEntry : finder,
      link: pages.length === 0 ? t`Add it to a page` : t`Choose the page`,
      isPage: pages.length === 0,
    },
  ];
}

/** How many product lists there are on pages, in layouts and in shared blocks. */
function usePlaces(having: { field?: string; value?: string }, enabled: boolean): number | undefined {
  const query = { ref: ['ecom.category'], via: ['page' as const, 'layout' as const, 'branch' as const] };
  return useQuery({ ...pluginsListPlacesOptions({ query: { ...query, ...having, limit: 1 } }), enabled }).data
    ?.total;
}

/** The gap that is one of the whole site. */
export const CONTACT = 'contact';

/** Only administrators know the site's configuration. */
function useMissingContact(isAsked: boolean): Missing[] {
  const mayRead = useHasScope('admin');
  const { data: entries } = useQuery({ ...listConfigOptions(), enabled: mayRead && isAsked });
  if (!isAsked) return [];
  if (entries?.find(({ key }) => key === 'contactAddress')?.value !== '') return [];
  return [
    {
      key: CONTACT,
      words: t`The site has no contact address. Order emails reach nobody unless the email template has recipients.`,
      place: config,
      link: t`Add it`,
    },
  ];
}
