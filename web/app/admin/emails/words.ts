/** What the mail log calls things. */
import type { EmailRecord, EmailState } from '../../api/emails.ts';

export const STATES: Record<EmailState, string> = {
  queued: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
};

const KINDS: Record<string, string> = {
  reset_password: 'A new password was asked for',
  password_changed: 'A password was changed',
  invitation: 'Invitation',
  confirm_registration: 'Confirmation of a registration',
  already_registered: 'Registration with a known address',
  confirm_address: 'Confirmation of an email address',
  address_change_asked: 'An email address is being changed',
  address_changed: 'An email address was changed',
  api_token_created: 'An API token was made',
  authenticator_added: 'An authenticator app was set up',
  authenticator_removed: 'An authenticator app was taken out',
  factors_removed: 'Second factors were taken out by an administrator',
  login_unfamiliar: 'A login from an unfamiliar device or network',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was taken out',
  recovery_codes_renewed: 'New recovery codes were made',
  user_deleted: 'An account was deleted',
  user_disabled: 'An account was disabled',
  user_enabled: 'An account was enabled again',
  user_scopes_changed: 'Scopes of an account were changed',
  other_access_ended: 'Other access to an account was ended',
};

/** Kinds of a later release are shown as they are. */
export const kindInWords = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ');

/** What became of an email, in a sentence; undefined where its state says all. */
export function outcomeInWords({ state, reason, attempts }: EmailRecord): string | undefined {
  switch (state) {
    case 'sent':
      return undefined;
    case 'kept':
      return 'No mail server was set up when this was written. It was kept here and never sent.';
    case 'failed':
      return reason ?? 'It could not be sent.';
    case 'queued':
      return reason
        ? `${reason} It has been tried ${attempts === 1 ? 'once' : `${attempts} times`} and will be tried again.`
        : 'It is on its way to the mail server.';
  }
}

/** Why it cannot be sent again, in a sentence; undefined where it can, or where what became of it says so. */
export function obstacleInWords({ obstacle }: EmailRecord, hasMail: boolean | undefined): string | undefined {
  if (obstacle === 'lapsed')
    return 'It cannot be sent any more: the link in it does not work by now. A new email has a new link.';
  if (!obstacle && hasMail === false) return 'It can be sent from here once a mail server is set up.';
  return undefined;
}
