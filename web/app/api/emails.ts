/** The mail log as the admin reads it. */
import { idempotencyKey, ifMatch } from './fetch.ts';
import { emailsGetOptions, emailsListOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type EmailDetail,
  type EmailOut,
  type EmailsListData,
  emailsDelete,
  emailsGet,
  emailsSend,
  emailsUpdate,
  type NewRecipient,
} from './generated/index.ts';

export type EmailState = EmailOut['state'];
/** A list's lines come without the body. */
export type EmailRecord = EmailOut &
  Partial<Pick<EmailDetail, 'text' | 'html' | 'bodyHidden' | 'cc' | 'replyTo'>>;

/** Start of the key of every query for emails: invalidate by it. */
export const emailsKey = [{ tags: ['emails'] }];

/** What waits is looked at again: it is sent within moments, or says why not. */
const WAIT = 3_000;
const whileWaiting = (emails: EmailOut[] = []) =>
  emails.some(({ state }) => state === 'queued') ? WAIT : (false as const);

export const listEmailsOptions = (query: EmailsListData['query']) => ({
  ...emailsListOptions({ query }),
  refetchInterval: ({ state: { data } }: { state: { data?: { results: EmailOut[] } } }) =>
    whileWaiting(data?.results),
});

export const getEmailOptions = (id: string) => ({
  ...emailsGetOptions({ path: { id } }),
  refetchInterval: ({ state: { data } }: { state: { data?: EmailOut } }) =>
    whileWaiting(data ? [data] : undefined),
});

export async function readEmail(id: string): Promise<EmailRecord> {
  return (await emailsGet({ path: { id } })).data;
}

/**
 * Once for what is seen of it: pressed again because no answer came, it is not sent again. And only to whom it is seen to be
 * for: ProblemError 412 where somebody else has addressed it to others.
 */
export async function sendEmail({ id, version, askedAgainAt, createdAt }: EmailRecord): Promise<void> {
  const headers = { ...idempotencyKey(askedAgainAt ?? createdAt), ...ifMatch(version) };
  await emailsSend({ path: { id }, headers });
}

/** Addresses an email that was not sent to somebody else. ProblemError 409 `email_not_changeable`, 412. */
export async function changeRecipient({ id, version }: EmailRecord, to: NewRecipient): Promise<EmailOut> {
  return (await emailsUpdate({ path: { id }, headers: ifMatch(version), body: { to } })).data;
}

/**
 * Outlives the page that it is sent from: a delayed deletion is sent on leaving. ProblemError 409 `email_being_sent`, and 412
 * where it has been sent since.
 */
export async function deleteEmail({ id, version }: EmailRecord): Promise<void> {
  await emailsDelete({ path: { id }, headers: ifMatch(version), keepalive: true });
}
