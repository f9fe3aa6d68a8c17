/** Asks before emails are deleted that wait to be sent: those are not sent any more, and there is no Undo that could wait. */
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { EmailRecord } from '../../api/emails.ts';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../bulk-action.ts';
import { isWaiting } from './words.ts';

export function AskRemoval({ rows, onAnswer, onCancel }: AskProps<EmailRecord>): ReactNode {
  const waiting = rows.filter(isWaiting).length;
  return (
    <AskDialog
      title={t`Delete ${plural(rows.length, { one: '# email', other: '# emails' })}?`}
      submitLabel={t`Delete`}
      look="danger"
      onSubmit={() => onAnswer(undefined)}
      onCancel={onCancel}
    >
      <p>
        {t`${plural(waiting, { one: '# email is waiting to be sent. It is deleted at once, without Undo, and will not be sent.', other: '# emails are waiting to be sent. They are deleted at once, without Undo, and will not be sent.' })}`}
      </p>
      <p>{t`An email that is sent before it can be deleted stays in the list.`}</p>
    </AskDialog>
  );
}
