/**
 * Words of the catalogue for the problems that services answer: for sites in another language than English,
 * and for a visitor who has made too many attempts. Loaded with the first problem.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { FieldFault, ProblemError } from '../../api/problem.ts';
import { tooMany } from './too-many.ts';

/** By the code of the problem or of the fault in a field. */
const WORDS: Record<string, MessageDescriptor> = {
  network_error: msg`The server could not be reached. Check your connection and try again.`,
  timeout: msg`The server took too long to answer. Please try again.`,
  account_disabled: msg`This account is disabled.`,
  challenge_expired: msg`This has expired or had too many attempts. Start again.`,
  email_address_taken: msg`Another account already uses this email address.`,
  email_invalid: msg`Enter a valid email address.`,
  invalid_credentials: msg`Email or password is incorrect. Check both and try again.`,
  invalid_email: msg`Enter a valid email address.`,
  last_super: msg`The last super user cannot leave.`,
  other_account: msg`This link is for another account. Log in to the account that asked for the new address.`,
  passkey_exists: msg`This passkey has already been added.`,
  passkey_refused: msg`This passkey was not accepted.`,
  password_too_common: msg`This password is too easy to guess. Choose another one.`,
  profile_data_invalid: msg`Check the marked fields.`,
  registration_closed: msg`Registration is closed at the moment.`,
  required: msg`Fill this in.`,
  session_expired: msg`Your session has expired. Log in again.`,
  string_too_long: msg`This is too long.`,
  string_too_short: msg`This is too short.`,
  token_unusable: msg`This link has been used, has expired or has been replaced by a newer one.`,
  too_many_passkeys: msg`You have too many passkeys. Remove one first.`,
  unauthorized: msg`Log in to continue.`,
  value_error: msg`This cannot be used.`,
  wrong_code: msg`This code is incorrect or has already been used.`,
  wrong_password: msg`The password is incorrect.`,
};
const BY_STATUS: Record<number, MessageDescriptor> = {
  403: msg`You do not have permission to do this.`,
  404: msg`This no longer exists.`,
  409: msg`This has changed in the meantime. Reload the page and try again.`,
  412: msg`This has changed in the meantime. Reload the page and try again.`,
  502: msg`The service is not available at the moment. Please try again in a moment.`,
  503: msg`The service is not available at the moment. Please try again in a moment.`,
  504: msg`The service is not available at the moment. Please try again in a moment.`,
};

const UNKNOWN = msg`Something went wrong. Try again in a moment.`;

export function detailInWords({ code, status, retryAfter }: ProblemError, i18n: I18n): string {
  if (status === 429) return tooMany(retryAfter, i18n);
  return i18n._(WORDS[code] ?? BY_STATUS[status] ?? UNKNOWN);
}

export function faultInWords({ code }: FieldFault, i18n: I18n): string {
  return i18n._(WORDS[code] ?? (WORDS.value_error as MessageDescriptor));
}
