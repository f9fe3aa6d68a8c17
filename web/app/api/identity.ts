/** One's own account, and the ways into it. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { ifMatch } from './fetch.ts';
import type { PersonOut, UserOut } from './generated/index.ts';
import { apiJson } from './json.ts';

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

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  isBackedUp: boolean;
}

export interface Account {
  user: UserOut;
  totp: { isEnabled: boolean; enabledAt: string | null };
  recoveryCodesLeft: number;
  passkeys: Passkey[];
  /** One of the account's scopes asks for a second factor. */
  needsSecondFactor: boolean;
  confirmedUntil: string | null;
  /** The new address, while its link has not been followed. */
  pendingEmailAddress: string | null;
}

export interface OwnSession {
  id: string;
  device: string;
  address: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

export interface ApiToken {
  id: string;
  name: string;
  start: string;
  scopes: string[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface AuthenticatorSecret {
  secret: string;
  otpauthUri: string;
  /** An SVG image as a data: address. */
  qrCode: string;
}

export interface PersonChange {
  firstName: string;
  lastName: string;
  emailAddress: string;
  timezone: string;
}

interface Codes {
  recoveryCodes: string[];
}

const OWN = '/auth/account';

/* What is read. The keys: invalidate by `accountKey`. */

export const accountKey = ['account'];

export const accountOptions = () =>
  queryOptions({ queryKey: [...accountKey, 'itself'], queryFn: () => apiJson<Account>('GET', OWN) });

export const ownSessionsOptions = () =>
  queryOptions({
    queryKey: [...accountKey, 'sessions'],
    queryFn: () => apiJson<OwnSession[]>('GET', '/auth/sessions'),
  });

/** As many as an account may have, with room. */
const ALL = 100;

export const apiTokensOptions = () =>
  queryOptions({
    queryKey: [...accountKey, 'api-tokens'],
    queryFn: async () => {
      const page = await apiJson<{ results: ApiToken[] }>('GET', `${OWN}/api-tokens`, {
        query: { limit: ALL },
      });
      return page.results;
    },
  });

/* Links in mails. All throw ProblemError 404 `token_unusable` for one that is used up, too old or wrong. */

/** Has a link mailed, if there is such an account; nothing says whether there is. ProblemError 429. */
export const requestPasswordReset = (emailAddress: string) =>
  apiJson<unknown>('POST', '/cms/users/reset-password', { body: { emailAddress } });

export const inspectPasswordReset = (token: string) =>
  apiJson<{ emailAddress: string }>('POST', '/auth/users/reset-password/inspection', { body: { token } });

/** Ends all sessions of the account. */
export const resetPassword = (token: string, password: string) =>
  apiJson<void>('PUT', '/auth/users/reset-password', { body: { token, password } });

export const inspectInvitation = (token: string) =>
  apiJson<{ firstName: string; emailAddress: string }>('POST', '/auth/invitations/inspection', {
    body: { token },
  });

export const acceptInvitation = (token: string, password: string) =>
  apiJson<void>('POST', '/auth/invitations/acceptance', { body: { token, password } });

export const confirmEmailAddress = (token: string) =>
  apiJson<void>('POST', `${OWN}/email-address/confirmation`, { body: { token } });

/* The second factor at login. */

/** ProblemError 401 `challenge_over` when the login has to begin anew. */
export const beginSetUp = (challenge: string) =>
  apiJson<AuthenticatorSecret>('POST', '/auth/tokens/setup', { body: { challenge } });

/* The account itself. Calls that change a credential throw ProblemError 403 `confirmation_needed` when the
   session was not confirmed within 15 minutes. */

export const confirmSession = (proof: { password: string } | PasskeyAnswer) =>
  apiJson<{ confirmedUntil: string }>('POST', '/auth/sessions/current/confirmation', { body: proof });

export const updateOwnPerson = ({ id, version }: PersonOut, body: PersonChange) =>
  apiJson<PersonOut>('PUT', `/auth/people/${id}`, { body, headers: ifMatch(version) });

/** Mails a link to the new address; until it is followed the old one stays. */
export const changeEmailAddress = (emailAddress: string) =>
  apiJson<unknown>('POST', `${OWN}/email-address`, { body: { emailAddress } });

/** ProblemError 403 `wrong_password`. All other sessions end. */
export const changePassword = (currentPassword: string, password: string) =>
  apiJson<void>('PUT', '/auth/users/reset-password', { body: { currentPassword, password } });

export const beginAuthenticator = () => apiJson<AuthenticatorSecret>('POST', `${OWN}/totp`);

/** ProblemError 422 `wrong_code`. The codes are empty where the account has some already. */
export const enableAuthenticator = (code: string) => apiJson<Codes>('PUT', `${OWN}/totp`, { body: { code } });

/** ProblemError 409 `second_factor_needed` for the last factor while a scope asks for one. */
export const removeAuthenticator = () => apiJson<void>('DELETE', `${OWN}/totp`);

export const renewRecoveryCodes = () => apiJson<Codes>('POST', `${OWN}/recovery-codes`);

export const addPasskey = (name: string, made: NewPasskey) =>
  apiJson<Passkey & Codes>('POST', `${OWN}/passkeys`, { body: { name, ...made } });

export const renamePasskey = ({ id }: Passkey, name: string) =>
  apiJson<Passkey>('PUT', `${OWN}/passkeys/${id}`, { body: { name } });

/** ProblemError 409 `second_factor_needed`, as for the authenticator. */
export const removePasskey = ({ id }: Passkey) => apiJson<void>('DELETE', `${OWN}/passkeys/${id}`);

export const endOwnSession = ({ id }: OwnSession) => apiJson<void>('DELETE', `/auth/sessions/${id}`);

/** All but the present one. */
export const endOtherSessions = () => apiJson<void>('DELETE', '/auth/sessions');

export const createApiToken = (body: { name: string; scopes: string[]; expiresAt: string }) =>
  apiJson<ApiToken & { token: string }>('POST', `${OWN}/api-tokens`, { body });

export const revokeApiToken = ({ id }: ApiToken) => apiJson<void>('DELETE', `${OWN}/api-tokens/${id}`);
