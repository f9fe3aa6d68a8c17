/** Changing whom emails are for that were not sent. */
import { plural, t } from '@lingui/core/macro';
import { AtSign } from 'lucide-react';
import { changeRecipient, type EmailRecord } from '../../api/emails.ts';
import type { NewRecipient } from '../../api/generated/index.ts';
import type { BulkAction } from '../bulk-action.ts';
import { AskRecipient } from './ask-recipient.tsx';

/** One with a secret link is for its recipient alone, and of one that may have arrived there would be two. */
export const isChangeable = ({ state, mayHaveArrived, hasSecret, obstacle }: EmailRecord): boolean =>
  (state === 'failed' || state === 'kept') && !mayHaveArrived && !hasSecret && !obstacle;

/** Several at once: what kept one from being sent, a domain that is misspelled, keeps the others too. */
export const changeSeveral: BulkAction<EmailRecord> = {
  label: t`Change recipient…`,
  icon: AtSign,
  isFor: isChangeable,
  Ask: AskRecipient,
  run: (email, answer) =>
    changeRecipient(email, (answer as (to: EmailRecord['to']) => NewRecipient)(email.to)),
  undo: (email, { to }) => changeRecipient(email, to),
  keepsChosen: true,
  done: (count) =>
    t`${plural(count, { one: '# email has another recipient. To send it, press “Send”.', other: '# emails have other recipients. To send them, press “Send”.' })}`,
};
