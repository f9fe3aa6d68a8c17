// @vitest-environment node
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { ServiceCallers } from './service-callers.ts';

const keys: Record<string, CryptoKey> = {};
let callers: ServiceCallers;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const known: Record<string, object[]> = {};
  for (const owner of ['content', 'cms', 'stranger']) {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    keys[owner] = privateKey;
    if (owner !== 'stranger') known[owner] = [{ ...(await exportJWK(publicKey)), kid: `key of ${owner}` }];
  }
  await writeFile(join(folder, 'public.json'), JSON.stringify(known));
  callers = new ServiceCallers(folder);
});

interface Claims {
  signer?: string;
  kid?: string;
  issuer?: string;
  audience?: string;
  issued?: number;
  lifetime?: number;
}

async function callerOf(claims: Claims = {}): Promise<string | undefined> {
  const { signer = 'content', kid = `key of ${signer}`, issuer = signer, audience = 'web' } = claims;
  const issued = Math.floor(Date.now() / 1000) + (claims.issued ?? 0);
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + (claims.lifetime ?? 120))
    .sign(keys[signer] as CryptoKey);
  return callers.of({ headers: { authorization: `Bearer ${token}` } } as IncomingMessage);
}

describe('ServiceCallers', () => {
  it('knows a service by its key', async () => {
    expect(await callerOf()).toBe('content');
    expect(await callerOf({ signer: 'cms' })).toBe('cms');
  });

  it.each<[string, Claims]>([
    ['a key that nobody has', { signer: 'stranger' }],
    ['the name of another key', { signer: 'stranger', kid: 'key of content' }],
    ['a service that speaks for another', { signer: 'cms', issuer: 'content' }],
    ['a token for another', { audience: 'auth' }],
    ['one that has expired', { issued: -300 }],
    ['one that is good for too long', { lifetime: 3600 }],
    ['one from the future', { issued: 60 }],
  ])('refuses %s', async (_, claims) => {
    expect(await callerOf(claims)).toBeUndefined();
  });

  it.each([undefined, 'Bearer', 'Bearer nonsense', 'Basic eDp5'])('refuses %s', async (authorization) => {
    expect(await callers.of({ headers: { authorization } } as IncomingMessage)).toBeUndefined();
  });
});
