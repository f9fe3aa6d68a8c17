// @vitest-environment node
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { ServiceIdentity } from './service-identity.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Puts a new key into the folder, in place of the one that is there. */
async function writeKey(folder: string, kid: string): Promise<CryptoKey> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid };
  await writeFile(join(folder, 'new'), JSON.stringify({ signing: [key], sealing: [] }));
  await rename(join(folder, 'new'), join(folder, 'web.json'));
  return publicKey;
}

test('signs as the web host, for one callee and two minutes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const key = await writeKey(folder, 'first');
  const token = await new ServiceIdentity(folder).tokenFor('content');
  const { payload, protectedHeader } = await jwtVerify(token, key, { audience: 'content', issuer: 'web' });
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'first' });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(120);
});

test('takes up a new key when it renews its token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  await writeKey(folder, 'first');
  const identity = new ServiceIdentity(folder);
  const kid = async () => decodeProtectedHeader(await identity.tokenFor('auth')).kid;
  expect(await kid()).toBe('first');
  await writeKey(folder, 'second');
  expect(await kid()).toBe('first');
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  expect(await kid()).toBe('second');
});

test('signs with a new key only once that begins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const keys = [];
  for (const kid of ['second', 'first']) {
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    keys.push({ ...(await exportJWK(privateKey)), kid });
  }
  const begins = Math.floor(Date.now() / 1000) + 600;
  const signing = [{ ...keys[0], nbf: begins }, keys[1]];
  await writeFile(join(folder, 'web.json'), JSON.stringify({ signing, sealing: [] }));
  const identity = new ServiceIdentity(folder);
  const kid = async () => decodeProtectedHeader(await identity.tokenFor('auth')).kid;
  expect(await kid()).toBe('first');
  vi.useFakeTimers({ now: begins * 1000, toFake: ['Date'] });
  expect(await kid()).toBe('second');
});

test('says where its key is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  await expect(new ServiceIdentity(folder).tokenFor('content')).rejects.toThrow('web.json');
});
