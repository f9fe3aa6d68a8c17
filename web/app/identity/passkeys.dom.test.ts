import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, type Call } from '../testing/screen.tsx';
import { askForPasskey, canUsePasskeys, makePasskey, offerPasskeys, PasskeyRefused } from './passkeys.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
const options = { challenge: 'AQID', rpId: 'localhost' };
const registration = {
  challenge: 'AQID',
  rp: { name: 'Northlight', id: 'localhost' },
  user: { id: 'AQ', name: 'ada@example.org', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

const get = vi.fn();
const create = vi.fn();
let calls: Call[];
let canAutofill = true;

/** What a browser with an authenticator has. */
beforeEach(() => {
  canAutofill = true;
  const PublicKeyCredential = Object.assign(() => undefined, {
    isConditionalMediationAvailable: async () => canAutofill,
  });
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  vi.stubGlobal('navigator', { credentials: { get, create } });
  document.body.innerHTML = '<input autocomplete="username webauthn" />';
  calls = answerCalls(({ path }) => ({
    body: { challenge: 'c', options: path.endsWith('authentication-options') ? options : registration },
  }));
  const answered = { clientDataJSON: bytes(1), authenticatorData: bytes(2), signature: bytes(3) };
  const shared = { id: 'AA', rawId: bytes(0), type: 'public-key', getClientExtensionResults: () => ({}) };
  get.mockResolvedValue({ ...shared, response: { ...answered, userHandle: bytes(4) } });
  create.mockResolvedValue({
    ...shared,
    response: { clientDataJSON: bytes(1), attestationObject: bytes(5), getTransports: () => ['internal'] },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  get.mockReset();
  create.mockReset();
});

const named = (name: string) => Object.assign(new Error(name), { name });

describe('asking for a passkey', () => {
  it('answers what the service wants', async () => {
    expect(await askForPasskey()).toMatchObject({
      challenge: 'c',
      passkey: { id: 'AA', rawId: 'AA', type: 'public-key', response: { signature: 'Aw', userHandle: 'BA' } },
    });
    expect(calls[0]?.body).toEqual({});
  });

  it('goes on with the challenge of a login by password', async () => {
    await askForPasskey('login');
    expect(calls[0]?.body).toEqual({ challenge: 'login' });
  });

  it('says so when nothing came of it', async () => {
    get.mockRejectedValue(named('NotAllowedError'));
    await expect(askForPasskey()).rejects.toThrow(PasskeyRefused);
    await expect(askForPasskey()).rejects.toThrow(/cancelled/);
  });
});

describe('making a passkey', () => {
  it('answers what the service wants', async () => {
    expect(await makePasskey()).toMatchObject({
      challenge: 'c',
      credential: { id: 'AA', response: { attestationObject: 'BQ', transports: ['internal'] } },
    });
  });

  it('knows a device that has one already', async () => {
    create.mockRejectedValue(named('InvalidStateError'));
    await expect(makePasskey()).rejects.toThrow('This device has a passkey for your account already.');
  });
});

describe('offering passkeys beside a field', () => {
  it('hands over the one that was chosen', async () => {
    const onAnswer = vi.fn();
    offerPasskeys(onAnswer);
    await waitFor(() => expect(onAnswer).toHaveBeenCalledOnce());
    expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
  });

  it('asks for nothing where the browser cannot', async () => {
    canAutofill = false;
    offerPasskeys(vi.fn());
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls).toEqual([]);
  });

  it('is silent when it is not taken, and takes nothing once it was stopped', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const onAnswer = vi.fn();
    get.mockImplementation(
      ({ signal }: CredentialRequestOptions) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(named('AbortError')))),
    );
    const stop = offerPasskeys(onAnswer);
    await waitFor(() => expect(get).toHaveBeenCalled());
    stop();
    await new Promise((resolve) => setTimeout(resolve));
    expect(onAnswer).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
  });

  it('is silent where there is none', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    get.mockRejectedValue(named('NotAllowedError'));
    offerPasskeys(vi.fn());
    await waitFor(() => expect(get).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(log).not.toHaveBeenCalled();
  });

  it('gets a new challenge before the old one lapses', async () => {
    vi.useFakeTimers();
    get.mockImplementation(() => new Promise(() => {}));
    const stop = offerPasskeys(vi.fn());
    await vi.advanceTimersByTimeAsync(26 * 60_000);
    expect(calls).toHaveLength(2);
    stop();
  });
});

it('knows where there are none', () => {
  expect(canUsePasskeys()).toBe(true);
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(canUsePasskeys()).toBe(false);
});
