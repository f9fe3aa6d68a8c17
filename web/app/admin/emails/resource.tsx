import { t } from '@lingui/core/macro';
import { Send } from 'lucide-react';
import {
  deleteEmail,
  type EmailRecord,
  type EmailState,
  emailsKey,
  getEmailOptions,
  listEmailsOptions,
} from '../../api/emails.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { defineResource, type MenuAction } from '../define-resource.ts';
import { optionsOf } from '../options-of.ts';
import { useIsSiteKnown } from '../use-is-site-known.ts';
import { AskRemoval } from './ask-removal.tsx';
import { EmailView } from './email-view.tsx';
import { EmailsHead } from './emails-head.tsx';
import entry from './entry.ts';
import { changeSeveral } from './recipients.ts';
import { send, sendLabel, sendSeveral } from './sending.ts';
import { StateBadge } from './state-badge.tsx';
import { isWaiting, STATES, subjectInWords } from './words.ts';

const STATE_OPTIONS = optionsOf(STATES);

/** What an address says may be anything; a state that there is not lists all. */
const stateIn = (value: string | undefined): EmailState | undefined =>
  value && value in STATES ? (value as EmailState) : undefined;

/** For those that can be sent; the email's own page says why another cannot. */
const menuActions = (email: EmailRecord): MenuAction[] =>
  email.obstacle
    ? []
    : [{ label: sendLabel(email), icon: Send, onSelect: (refresh) => void send(email, refresh) }];

export default defineResource<EmailRecord>({
  ...entry,
  columns: [
    { key: 'subject', header: t`Subject`, isSortable: true, cell: subjectInWords, text: subjectInWords },
    { key: 'to', header: t`To`, isSortable: true, width: '25%', cell: ({ to }) => to.emailAddress },
    {
      key: 'state',
      header: t`State`,
      isSortable: true,
      width: '7.5rem',
      cell: (email) => <StateBadge email={email} />,
      text: ({ state }) => STATES[state],
    },
    { key: 'reason', header: t`Reason`, isExtra: true, width: '24%' },
    {
      key: 'createdAt',
      header: t`Written`,
      isSortable: true,
      width: '9rem',
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
  ],
  defaultSort: '-createdAt',
  idOf: ({ id }) => id,
  nameOf: subjectInWords,
  Head: EmailsHead,
  useIsHeadReady: useIsSiteKnown,
  filters: [
    { kind: 'select', name: 'state', label: t`State`, any: t`Any state`, useOptions: () => STATE_OPTIONS },
    { kind: 'date', name: 'since', label: t`From` },
    { kind: 'date', name: 'until', label: t`To` },
  ],
  list: ({ start, ...params }, { state, since, until }) =>
    listEmailsOptions({ ...params, start: String(start), state: stateIn(state), since, until }),
  get: getEmailOptions,
  remove: deleteEmail,
  AskRemoval,
  isRemovedAtOnce: isWaiting,
  menuActions,
  bulkActions: [sendSeveral, changeSeveral],
  View: EmailView,
  invalidates: [emailsKey],
});
