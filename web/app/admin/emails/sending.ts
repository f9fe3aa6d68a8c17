/** Sending an email that failed or was kept. */
import { plural, t } from '@lingui/core/macro';
import { Send } from 'lucide-react';
import { type EmailRecord, sendEmail } from '../../api/emails.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import type { BulkAction } from '../bulk-action.ts';

export const sendLabel = ({ state }: EmailRecord) => (state === 'kept' ? t`Send now` : t`Send again`);

/** Asks first where a second copy may arrive. `refresh` reads anew what became of it. */
export async function send(email: EmailRecord, refresh: () => Promise<void>): Promise<void> {
  if (email.mayHaveArrived) {
    const isMeant = await confirm({
      title: t`Send it again?`,
      message: t`The mail server received this email but did not confirm it. ${email.to.emailAddress} may get it twice.`,
      confirmLabel: t`Send again`,
    });
    if (!isMeant) return;
  }
  try {
    await sendEmail(email);
    // One whose content the log does not have is known by whom it is for.
    toast.success(t`“${email.subject || email.to.emailAddress}” is on its way to the mail server.`);
  } catch (error) {
    toast.error(error);
  } finally {
    await refresh();
  }
}

/** Several at once: those that surely nobody has got. The others are asked about one by one. */
export const sendSeveral: BulkAction<EmailRecord> = {
  label: t`Send`,
  icon: Send,
  isFor: ({ obstacle, mayHaveArrived }) => !obstacle && !mayHaveArrived,
  run: async (email) => {
    await sendEmail(email);
    return email;
  },
  done: (count) =>
    t`${plural(count, { one: '# email is on its way to the mail server.', other: '# emails are on their way to the mail server.' })}`,
};
