/** The token calls: log in, renew, log out. */
import {
  type LoginAnswer,
  type RegistrationConfirmation,
  registrationsConfirm,
  type TokensCreateData,
  tokensCreate,
  tokensDelete,
} from '../api/generated/index.ts';
import type { PasskeyAnswer } from '../api/identity.ts';
import { clearDueLogOut, endOnServer, renewUnlessLoggedOut } from './due-log-out.ts';
import { clearClaims, storeClaims, useSessionStore } from './session-store.ts';

const askForToken = async (body: TokensCreateData['body']): Promise<LoginAnswer> =>
  (await tokensCreate({ body })).data;

async function logInWith(body: TokensCreateData['body']): Promise<LoginAnswer> {
  const answer = await askForToken(body);
  clearDueLogOut();
  storeClaims(answer.public.claims);
  return answer;
}

/** Has the server end the session. Throws ProblemError. */
export const askForEnd = () => tokensDelete();

/**
 * Throws ProblemError: 401 for a wrong address or password, 429 with retryAfter after too many. 401 with
 * `challenge` is half a login: `second_factor_needed`, `second_factor_setup_needed`.
 */
export const logIn = (email: string, password: string) => logInWith({ email, password });

/**
 * The second half of a login by password, or the end of the set-up of its second factor. Throws
 * ProblemError: 401 `wrong_code`, `challenge_expired`.
 */
export const logInByCode = (challenge: string, code: string) => logInWith({ challenge, code });

/** A whole login, or the second half of one by password. Throws ProblemError: 401. */
export const logInByPasskey = (answer: PasskeyAnswer) => logInWith({ ...answer });

/** Nothing is renewed of a session that somebody has left: it is ended instead. Throws ProblemError. */
export async function renewToken(): Promise<LoginAnswer> {
  const answer = await renewUnlessLoggedOut(() => askForToken({ refresh: true }), askForEnd);
  storeClaims(answer.public.claims);
  return answer;
}

/**
 * The end of a registration: makes the account and logs in. Throws ProblemError: 404 `token_unusable`, 422
 * `password_too_common`.
 */
export async function confirmRegistration(body: RegistrationConfirmation): Promise<void> {
  const { data } = await registrationsConfirm({ body });
  clearDueLogOut();
  storeClaims(data.public.claims);
}

/** Ends the session here and on the server. Without a connection the claims go all the same, and the server is asked later. */
export async function endSession(): Promise<void> {
  await endOnServer(askForEnd);
  clearClaims();
}

let isLeaving = false;

// Somebody else's login is none of it any more.
useSessionStore.subscribe(({ claims }, before) => {
  if (claims && !before.claims) isLeaving = false;
});

/** Somebody has asked for it in this tab, so that there is nothing to come back to. */
export const isLoggingOut = () => isLeaving;

type Work = () => Promise<unknown>;

const unfinished = new Set<Work>();

/** Has `work` done before a log-out in this tab, while there is a session to do it with; returns how to stop. */
export function beforeLogOut(work: Work): () => void {
  unfinished.add(work);
  return () => unfinished.delete(work);
}

/** Milliseconds that a log-out waits for unfinished work: who walks away then leaves no session open. */
const LONGEST_WORK = 5_000;

/** Ends the session, then loads `to` afresh, so that nothing of it is left in memory. */
export async function logOut(to = '/cms-login'): Promise<void> {
  isLeaving = true;
  const done = Promise.allSettled([...unfinished].map((work) => work()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LONGEST_WORK))]);
  await endSession();
  window.location.assign(to);
}
