/** The mail log as the admin reads it. */
import { emailsGetOptions, emailsListOptions } from './generated/@tanstack/react-query.gen.ts';
import { type EmailDetail, type EmailOut, type EmailsListData, emailsDelete } from './generated/index.ts';

export type EmailState = EmailOut['state'];
/** A list's lines come without the body. */
export type EmailRecord = EmailOut & Partial<Pick<EmailDetail, 'text' | 'html' | 'bodyHidden'>>;

/** Start of the key of every query for emails: invalidate by it. */
export const emailsKey = [{ tags: ['emails'] }];

export const listEmailsOptions = (query: EmailsListData['query']) => emailsListOptions({ query });

export const getEmailOptions = (id: string) => emailsGetOptions({ path: { id } });

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. */
export async function deleteEmail(email: EmailRecord): Promise<void> {
  await emailsDelete({ path: { id: email.id }, keepalive: true });
}
