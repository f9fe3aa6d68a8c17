import { plural, t } from '@lingui/core/macro';
import { UserX } from 'lucide-react';
import {
  mailingListsGetOptions,
  mailingListsListOptions,
  subscribersGetOptions,
  subscribersListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { type SubscriberOut, subscribersDelete } from '../../api/generated/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { wordsFilter } from '../filters.ts';
import { useChoices } from '../use-choices.ts';
import entry from './entry.ts';
import { ListName } from './list-name.tsx';
import { setState } from './saving.ts';
import { SubscriberForm } from './subscriber-form.tsx';
import { forwardingInWords, SOURCES, STATES } from './words.ts';

const MOST_LISTS = 100;
const TONES = { pending: 'warning', confirmed: 'good', unsubscribed: undefined } as const;

function useListOptions() {
  const lists = useChoices(mailingListsListOptions({ query: { start: 0, limit: MOST_LISTS, sort: 'name' } }));
  return (lists?.results ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

export default definePlainResource<SubscriberOut>({
  ...entry,
  api: {
    tag: 'subscribers',
    list: subscribersListOptions,
    get: subscribersGetOptions,
    delete: subscribersDelete,
  },
  columns: [
    {
      key: 'emailAddress',
      header: t`Email address`,
      isSortable: true,
    },
    { key: 'name', header: t`Name`, isSortable: true, width: '18%' },
    {
      key: 'listId',
      header: t`List`,
      width: '16%',
      cell: ({ listId }) => <ListName id={listId} />,
      text: async ({ listId }, queryClient) =>
        (await queryClient.ensureQueryData(mailingListsGetOptions({ path: { id: listId } }))).name,
    },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '9rem',
      cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge>,
      text: ({ state }) => STATES[state],
    },
    {
      key: 'requestedAt',
      header: t`Since`,
      isSortable: true,
      width: '9rem',
      cell: ({ requestedAt }) => <RelativeTime moment={requestedAt} />,
      text: ({ requestedAt }) => requestedAt,
    },
    {
      key: 'confirmedAt',
      header: t`Confirmed`,
      isExtra: true,
      width: '9rem',
      cell: ({ confirmedAt }) => (confirmedAt ? <RelativeTime moment={confirmedAt} /> : '–'),
      text: ({ confirmedAt }) => confirmedAt ?? '',
    },
    { key: 'pageUrl', header: t`Page`, isExtra: true, width: '16%' },
    { key: 'consent', header: t`Agreed to`, isExtra: true, width: '20%' },
    { key: 'source', header: t`How`, isExtra: true, width: '9rem', cell: ({ source }) => SOURCES[source] },
    {
      key: 'forwarding',
      header: t`At the provider`,
      isExtra: true,
      width: '16%',
      cell: (subscriber) => forwardingInWords(subscriber) ?? '–',
    },
    {
      key: 'unsubscribePath',
      header: t`Link to unsubscribe`,
      isExtra: true,
      width: '16%',
      cell: ({ unsubscribePath }) => unsubscribePath && location.origin + unsubscribePath,
    },
  ],
  defaultSort: '-requestedAt',
  nameOf: ({ emailAddress }) => emailAddress,
  nothing: {
    title: t`No subscribers yet`,
    detail: t`Add the Newsletter plugin to a page. People who sign up appear here, even before they confirm.`,
  },
  filters: [
    wordsFilter('state', t`State`, t`Any state`, STATES),
    { kind: 'select', name: 'listId', label: t`List`, any: t`All lists`, useOptions: useListOptions },
  ],
  queryOf: ({ state, listId }) => ({ 'list-id': listId, ...(state && state in STATES && { state }) }),
  removalNote: t`All their data is deleted, including that they unsubscribed.`,
  bulkActions: [
    {
      label: t`Unsubscribe`,
      icon: UserX,
      // Nobody is asked a second time, so those who have not confirmed could not be brought back.
      isFor: ({ state, forwarding }) => state === 'confirmed' && forwarding === 'none',
      run: (subscriber) => setState(subscriber, 'unsubscribed'),
      undo: (subscriber) => setState(subscriber, 'confirmed'),
      done: (count) =>
        t`${plural(count, { one: '1 subscriber is unsubscribed.', other: '# subscribers are unsubscribed.' })}`,
    },
  ],
  Form: SubscriberForm,
});
