/** What the list of emails calls things. */
import { plural, t } from '@lingui/core/macro';
import type { EmailRecord, EmailState } from '../../api/emails.ts';
import { screenFormats } from '../../words/screen-formats.ts';

export const STATES: Record<EmailState, string> = {
  queued: t`Waiting`,
  sent: t`Sent`,
  kept: t`Not sent`,
  failed: t`Failed`,
};

const KINDS: Record<string, string> = {
  reset_password: t`A new password was requested`,
  password_changed: t`A password was changed`,
  invitation: t`Invitation`,
  confirm_registration: t`Confirmation of a registration`,
  already_registered: t`Registration with an address that has an account`,
  confirm_address: t`Confirmation of an email address`,
  address_change_asked: t`An email address is being changed`,
  address_changed: t`An email address was changed`,
  api_token_created: t`An API token was created`,
  authenticator_added: t`An authenticator app was set up`,
  authenticator_removed: t`An authenticator app was removed`,
  factors_removed: t`Second factors were removed by an administrator`,
  login_unfamiliar: t`A login from an unfamiliar device or network`,
  passkey_added: t`A passkey was added`,
  passkey_removed: t`A passkey was removed`,
  recovery_codes_renewed: t`New recovery codes were created`,
  user_deleted: t`An account was deleted`,
  user_disabled: t`An account was disabled`,
  user_enabled: t`An account was enabled again`,
  user_scopes_changed: t`Scopes of an account were changed`,
  other_access_ended: t`Other access to an account was ended`,
  stock_low: t`Products are low in stock`,
  template: t`Written by a template`,
};

/** Whether it goes out any moment, unless it is deleted before. */
export const isWaiting = ({ state }: EmailRecord): boolean => state === 'queued';

/** What it is about; of one whose content is not stored, that. */
export const subjectInWords = ({ subject, isLogged }: EmailRecord): string =>
  isLogged ? subject : t`Not stored`;

/** Kinds of a later release are shown as they are. */
export const kindInWords = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ');

/** What became of an email, in a sentence; undefined where its state says all. */
export function outcomeInWords({ state, reason, attempts }: EmailRecord): string | undefined {
  switch (state) {
    case 'sent':
      return undefined;
    case 'kept':
      return t`No mail server was set up when this email was created, so it was stored here and never sent.`;
    case 'failed':
      return reason ?? t`It could not be sent.`;
    case 'queued':
      return reason
        ? t`${reason} It has been tried ${plural(attempts, { one: 'once', other: '# times' })} and will be tried again.`
        : t`It is on its way to the mail server.`;
  }
}

/** Why it cannot be sent again, in a sentence; undefined where it can, or where what became of it says so. */
export function obstacleInWords(
  { obstacle, isLogged }: EmailRecord,
  hasMail: boolean | undefined,
): string | undefined {
  if (obstacle === 'lapsed' && !isLogged)
    return t`It cannot be sent any more: its content was not stored permanently and has been deleted.`;
  if (obstacle === 'lapsed')
    return t`It cannot be sent any more: the link in it no longer works. A new email has a new link.`;
  if (!obstacle && hasMail === false) return t`It can be sent from here once a mail server is set up.`;
  return undefined;
}

/** `12 KB`; what is smaller is one. */
export function sizeInWords(bytes: number): string {
  const number = screenFormats().number;
  return bytes < 1_000_000
    ? t`${number(Math.max(1, Math.round(bytes / 1_000)))} KB`
    : t`${number(Math.round(bytes / 100_000) / 10)} MB`;
}
