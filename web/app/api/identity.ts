/** One's own account, and the ways into it. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from './fetch.ts';
import {
  type AccountOut,
  type AddedPasskey,
  type ApiTokenOut,
  type AuthenticatorSecret,
  accountChangeAddress,
  accountConfirmAddress,
  accountDelete,
  accountDeleteOtherAccess,
  accountGet,
  apiTokensCreateOwn,
  apiTokensDeleteOwn,
  apiTokensListOwn,
  factorsBeginAuthenticator,
  factorsEnableAuthenticator,
  factorsRemoveAuthenticator,
  factorsRenewRecoveryCodes,
  invitationsAccept,
  invitationsInspect,
  type NewApiToken,
  type OtherAccess,
  type PasskeyOut,
  type PersonOut,
  passkeysCreate,
  passkeysDelete,
  passkeysUpdate,
  peopleUpdate,
  type Registrant,
  type ResetSubject,
  registrationsInspect,
  resetsInspect,
  resetsUpdate,
  type SessionOut,
  sessionsConfirm,
  sessionsDelete,
  sessionsDeleteOthers,
  sessionsList,
  tokensSetUp,
  usersResetPassword,
} from './generated/index.ts';

export type Account = AccountOut;
export type OwnSession = SessionOut;
export type ApiToken = ApiTokenOut;
export type Passkey = PasskeyOut;
export type { AuthenticatorSecret, NewApiToken, OtherAccess, ResetSubject };

/** A passkey's proof, as `POST /auth/tokens` and the confirmation of a session take it. */
export interface PasskeyAnswer {
  challenge: string;
  passkey: AuthenticationResponseJSON;
}

/** A passkey that was made and is not yet known to the service. */
export interface NewPasskey {
  challenge: string;
  credential: RegistrationResponseJSON;
}

/* What is read. Start of the key of every query for the account: invalidate by it. */

export const accountKey = ['account'];

export const accountOptions = () =>
  queryOptions({
    queryKey: [...accountKey, 'itself'],
    queryFn: async ({ signal }) => (await accountGet({ signal })).data,
  });

export const ownSessionsOptions = () =>
  queryOptions({
    queryKey: [...accountKey, 'sessions'],
    queryFn: async ({ signal }) => (await sessionsList({ signal })).data,
  });

/** An account may have 50. */
const MOST_TOKENS = 100;

export const apiTokensOptions = () =>
  queryOptions({
    queryKey: [...accountKey, 'api-tokens'],
    queryFn: async ({ signal }) =>
      (await apiTokensListOwn({ query: { limit: MOST_TOKENS }, signal })).data.results,
  });

/* Links in mails. All throw ProblemError 404 `token_unusable` for one that is used up, too old or wrong. */

/** Has a link mailed, if there is such an account; nothing says whether there is. ProblemError 429. */
export async function requestPasswordReset(emailAddress: string): Promise<void> {
  await usersResetPassword({ body: { emailAddress } });
}

/** Whose password a link changes, and how much opens the account whatever its password is. */
export async function inspectPasswordReset(token: string): Promise<ResetSubject> {
  const { data } = await resetsInspect({ body: { token } });
  return data;
}

/** Ends all sessions of the account, and its API tokens where that is wanted. */
export async function resetPassword(
  token: string,
  password: string,
  revokeApiTokens: boolean,
): Promise<void> {
  await resetsUpdate({ body: { token, password, revokeApiTokens } });
}

export async function inspectInvitation(token: string): Promise<{ firstName: string; emailAddress: string }> {
  const { data } = await invitationsInspect({ body: { token } });
  return data;
}

export async function acceptInvitation(token: string, password: string): Promise<void> {
  await invitationsAccept({ body: { token, password } });
}

/** For which address a registration's link makes an account, and the name that it gets unless it is changed. */
export async function inspectRegistration(token: string): Promise<Registrant> {
  const { data } = await registrationsInspect({ body: { token } });
  return data;
}

/** Of the account that is logged in. ProblemError 403 `other_account`: another one asked for it. */
export async function confirmEmailAddress(token: string): Promise<void> {
  await accountConfirmAddress({ body: { token } });
}

/** What an authenticator app is given on the way in. ProblemError 401 `challenge_expired`: the login begins anew. */
export async function beginSetUp(challenge: string): Promise<AuthenticatorSecret> {
  const { data } = await tokensSetUp({ body: { challenge } });
  return data;
}

/* The account itself. Calls that change a credential throw ProblemError 403 `confirmation_needed` when the
   session was not confirmed within 15 minutes. */

/**
 * ProblemError 403 `wrong_password`, or `second_factor_needed` with the `challenge` that a code goes on with and the
 * `methods`; 422 `wrong_code`, `challenge_expired`, `passkey_refused`.
 */
export async function confirmSession(
  proof: { password: string } | { challenge: string; code: string } | PasskeyAnswer,
): Promise<void> {
  await sessionsConfirm({ body: proof });
}

/** ProblemError 412 when the person has been changed since it was read. */
export async function updateOwnName(
  { id, version, emailAddress }: PersonOut,
  name: { firstName: string; lastName: string; timezone: string },
): Promise<PersonOut> {
  const { data } = await peopleUpdate({
    path: { id },
    headers: ifMatch(version),
    body: { ...name, emailAddress },
  });
  return data;
}

/** Mails a link to the new address; until it is followed the old one stays. */
export async function changeEmailAddress(emailAddress: string): Promise<void> {
  await accountChangeAddress({ body: { emailAddress } });
}

/** ProblemError 403 `wrong_password`. All other sessions end. */
export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await resetsUpdate({ body: { currentPassword, password } });
}

export async function beginAuthenticator(): Promise<AuthenticatorSecret> {
  return (await factorsBeginAuthenticator()).data;
}

/** New recovery codes, or none where the account has some. ProblemError 422 `wrong_code`. */
export async function enableAuthenticator(code: string): Promise<string[]> {
  const { data } = await factorsEnableAuthenticator({ body: { code } });
  return data.recoveryCodes;
}

/** ProblemError 409 `second_factor_needed` for the last factor while a scope asks for one. */
export async function removeAuthenticator(): Promise<void> {
  await factorsRemoveAuthenticator();
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await factorsRenewRecoveryCodes()).data.recoveryCodes;
}

export async function addPasskey(name: string, made: NewPasskey): Promise<AddedPasskey> {
  const { data } = await passkeysCreate({ body: { name, ...made } });
  return data;
}

export async function renamePasskey({ id }: Passkey, name: string): Promise<Passkey> {
  const { data } = await passkeysUpdate({ path: { id }, body: { name } });
  return data;
}

/** ProblemError 409 `second_factor_needed`, as for the authenticator. */
export async function removePasskey({ id }: Passkey): Promise<void> {
  await passkeysDelete({ path: { id } });
}

export async function endOwnSession({ id }: OwnSession): Promise<void> {
  await sessionsDelete({ path: { id } });
}

/** All but the present one. */
export async function endOtherSessions(): Promise<void> {
  await sessionsDeleteOthers();
}

/** Ends all other sessions, all API tokens and all passkeys, but for passkeys that a scope needs. */
export async function endOtherAccess(): Promise<OtherAccess> {
  return (await accountDeleteOtherAccess()).data;
}

/** The account and its person are gone; so is the session. ProblemError 409 `last_super`. */
export async function deleteOwnAccount(): Promise<void> {
  await accountDelete();
}

export async function createApiToken(body: {
  name: string;
  scopes: string[];
  expiresAt: string;
}): Promise<NewApiToken> {
  const { data } = await apiTokensCreateOwn({ body });
  return data;
}

export async function revokeApiToken({ id }: ApiToken): Promise<void> {
  await apiTokensDeleteOwn({ path: { id } });
}
