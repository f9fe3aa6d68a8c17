import { t } from '@lingui/core/macro';
import { FileText, PackageOpen } from 'lucide-react';
import { screenFormats } from '#words/screen-formats.ts';
import type { OrdersListData } from '../../api/generated/index.ts';
import {
  getOrderOptions,
  listOrdersOptions,
  type OrderRecord,
  type OrderState,
  orderExportAddress,
  ordersKey,
} from '../../api/orders.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource, type FilterValues } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { OrderView } from './order-view.tsx';
import { documentAddress } from './printing.ts';
import { PaymentBadge, StateBadge } from './state-badge.tsx';
import { GATEWAYS, gatewayInWords, STATES, stateInWords } from './words.ts';

const STATE_OPTIONS = optionsOf({ ...STATES, sent: t`Sent or ready to collect` });
const GATEWAY_OPTIONS = optionsOf(GATEWAYS);
const MONEY_OPTIONS = [{ value: 'true', label: t`Not paid yet` }];

/** What an address says may be anything; a state that there is not lists all. */
const statesIn = (value: string | undefined): OrderState[] =>
  value && value in STATES ? [value as OrderState] : [];
const gatewaysIn = (value: string | undefined): string[] => (value && value in GATEWAYS ? [value] : []);
/** When a day, as people here count them, or one some days later begins; undefined for what is no day. */
const dayFrom = (day: string | undefined, add = 0): string | undefined => {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + add);
  return Number.isNaN(begin.getTime()) ? undefined : begin.toISOString();
};

const asked = ({ state, gateway, unpaid, since, until }: FilterValues): OrdersListData['query'] => ({
  state: statesIn(state),
  gateway: gatewaysIn(gateway),
  ...(unpaid === 'true' && { 'is-unpaid': true }),
  since: dayFrom(since),
  until: dayFrom(until, 1),
});

export default defineResource<OrderRecord>({
  ...entry,
  columns: [
    {
      key: 'reference',
      header: t`Order`,
      isSortable: true,
      width: '8.5rem',
      cell: ({ reference }) => reference,
    },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '12.5rem',
      cell: ({ state, paymentState, isCollected }) => (
        <>
          <StateBadge state={state} isCollected={isCollected} />{' '}
          <PaymentBadge state={state} payment={paymentState} />
        </>
      ),
      text: ({ state, isCollected }) => stateInWords(state, isCollected),
    },
    {
      key: 'contactName',
      header: t`Customer`,
      isSortable: true,
      // Names stay on their line where the window is 1280 pixels wide.
      width: '11rem',
      cell: ({ contactName }) => contactName,
    },
    { key: 'email', header: t`Email address`, isExtra: true, cell: ({ email }) => email },
    {
      key: 'gateway',
      header: t`Payment`,
      isExtra: true,
      width: '8rem',
      cell: ({ gateway }) => gatewayInWords(gateway),
    },
    { key: 'itemCount', header: t`Items`, width: '5rem', cell: ({ itemCount }) => itemCount ?? '–' },
    {
      key: 'totalInclTax',
      header: t`Total`,
      isSortable: true,
      width: '7rem',
      cell: ({ totalInclTax, currency }) => screenFormats().money(totalInclTax, currency),
      text: ({ totalInclTax, currency }) => screenFormats().money(totalInclTax, currency),
    },
    {
      key: 'createdAt',
      header: t`Placed`,
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
  ],
  defaultSort: '-createdAt',
  idOf: ({ id }) => id,
  nameOf: ({ reference }) => reference,
  nothing: {
    title: t`No orders yet`,
    detail: t`Orders that are placed in your shop are listed here.`,
  },
  filters: [
    { kind: 'select', name: 'state', label: t`State`, any: t`Any state`, useOptions: () => STATE_OPTIONS },
    {
      kind: 'select',
      name: 'gateway',
      label: t`Payment`,
      any: t`Any payment`,
      useOptions: () => GATEWAY_OPTIONS,
    },
    {
      kind: 'select',
      name: 'unpaid',
      label: t`Payment status`,
      any: t`Any payment status`,
      useOptions: () => MONEY_OPTIONS,
    },
    { kind: 'date', name: 'since', label: t`From` },
    { kind: 'date', name: 'until', label: t`To` },
  ],
  list: (params, filters) => listOrdersOptions({ ...params, ...asked(filters) }),
  exportAddress: ({ q }, filters) => orderExportAddress({ q, ...asked(filters) }),
  get: getOrderOptions,
  rowActions: ({ id }) => [
    { label: t`Print invoice`, icon: FileText, href: documentAddress(id, 'invoice') },
    { label: t`Print packing slip`, icon: PackageOpen, href: documentAddress(id, 'packing_slip') },
  ],
  View: OrderView,
  invalidates: [ordersKey],
});
