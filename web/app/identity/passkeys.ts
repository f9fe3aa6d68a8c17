/** Passkeys in the browser: asking for one, offering them beside a field, and making one. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { i18n } from '#words/i18n.ts';
import type { NewPasskey, PasskeyAnswer } from '../api/identity.ts';
import { apiJson } from '../api/json.ts';
import { ProblemError } from '../api/problem.ts';

interface Options<Of> {
  challenge: string;
  options: Of;
}

export type { NewPasskey, PasskeyAnswer };

/** The browser or the person said no. `words` may be shown; `message` has them in the screens' language. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused';
  readonly words: MessageDescriptor;

  constructor(words: MessageDescriptor, options?: ErrorOptions) {
    super(i18n._(words), options);
    this.words = words;
  }
}

/** Challenges lapse after half an hour; an offer that stands longer gets a new one. Milliseconds. */
const OFFER_LIFETIME = 25 * 60_000;

/** Over https and on localhost, in browsers of the last years. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

function refusal(error: unknown): PasskeyRefused {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new PasskeyRefused(msg`This device has a passkey for your account already.`, { cause: error });
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return new PasskeyRefused(msg`Passkeys do not work at this address of the site.`, { cause: error });
  // Browsers do not tell whether it was cancelled, took too long, or there is none.
  return new PasskeyRefused(
    msg`No passkey was used. It was cancelled, took too long, or there is none here.`,
    { cause: error },
  );
}

function optionsToLogIn(challenge?: string): Promise<Options<PublicKeyCredentialRequestOptionsJSON>> {
  return apiJson('POST', '/auth/passkeys/authentication-options', { body: challenge ? { challenge } : {} });
}

/**
 * Lets the person choose a passkey and prove to have it. With `challenge`, as the second step of the login
 * that it belongs to. Throws PasskeyRefused, or ProblemError where the service refuses.
 */
export async function askForPasskey(challenge?: string): Promise<PasskeyAnswer> {
  const given = await optionsToLogIn(challenge);
  try {
    return { challenge: given.challenge, passkey: await startAuthentication({ optionsJSON: given.options }) };
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Offers passkeys among what the browser fills into the field whose `autocomplete` ends with "webauthn",
 * until it is stopped or another passkey is asked for. Silent where that cannot be done. Returns how to
 * stop.
 */
export function offerPasskeys(onAnswer: (answer: PasskeyAnswer) => void): () => void {
  let isStopped = false;
  let clock: ReturnType<typeof setTimeout> | undefined;

  const offer = async (): Promise<void> => {
    clearTimeout(clock);
    try {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const { challenge, options } = await optionsToLogIn();
      if (isStopped) return;
      // A second offer ends the first one, whose promise then is refused.
      clock = setTimeout(() => void offer(), OFFER_LIFETIME);
      const passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
      if (!isStopped) onAnswer({ challenge, passkey });
    } catch (error) {
      // Nobody asked for this, and the other ways to log in are there all the same.
      const isExpected = error instanceof ProblemError || error instanceof WebAuthnError;
      if (!isExpected) console.warn('No passkeys are offered.', error);
    }
  };

  void offer();
  return () => {
    isStopped = true;
    clearTimeout(clock);
    WebAuthnAbortService.cancelCeremony();
  };
}

/**
 * Has a passkey made for the account that is logged in; it counts only once it was sent with its name.
 * Throws PasskeyRefused, or ProblemError: 403 `confirmation_needed`.
 */
export async function makePasskey(): Promise<NewPasskey> {
  const given = await apiJson<Options<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    '/auth/account/passkeys/options',
  );
  try {
    return {
      challenge: given.challenge,
      credential: await startRegistration({ optionsJSON: given.options }),
    };
  } catch (error) {
    throw refusal(error);
  }
}
