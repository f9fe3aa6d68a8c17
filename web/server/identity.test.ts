import type { IncomingMessage } from 'node:http';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Identity, mayHaveSession } from './identity.ts';

let key: CryptoKey;
let identity: Identity;
const now = Math.floor(Date.now() / 1000);
const claims = { sub: 'person', user: 'user', sid: 'session', scopes: ['editor'], timezone: 'Europe/London' };

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA' };
  identity = new Identity('http://auth.test', createLocalJWKSet({ keys: [jwk] }));
});

function token(changed: Record<string, unknown> = {}, signer: CryptoKey = key): Promise<string> {
  const payload = { iss: 'pagewright', aud: 'pagewright', iat: now, exp: now + 1200, ...claims, ...changed };
  return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: 'k1' }).sign(signer);
}

function request(headers: Record<string, string>): IncomingMessage {
  return { headers } as unknown as IncomingMessage;
}

describe('Identity', () => {
  it('knows an editor by the cookie, among others, and by a Bearer token', async () => {
    const held = await token();
    const expected = { token: held, sessionId: 'session', isEditor: true, isLapsed: false };
    const cookie = `a=b; pagewright_session=${held}; c=d`;
    const byCookie = { ...expected, isFromCookie: true };
    expect(await identity.of(request({ cookie }))).toEqual(byCookie);
    expect(await identity.of(request({ cookie, authorization: 'Basic YTpi' }))).toEqual(byCookie);
    const byToken = { ...expected, isFromCookie: false };
    expect(await identity.of(request({ authorization: `Bearer ${held}` }))).toEqual(byToken);
  });

  it.each(['super', 'admin', 'editor'])('takes %s for an editor', async (scope) => {
    const held = await token({ scopes: [scope] });
    expect((await identity.of(request({ authorization: `Bearer ${held}` })))?.isEditor).toBe(true);
  });

  it('takes nobody else for one', async () => {
    for (const scopes of [[], ['crm:read'], 'editor']) {
      const held = await token({ scopes });
      expect((await identity.of(request({ authorization: `Bearer ${held}` })))?.isEditor).toBe(false);
    }
  });

  it('says that a session has run out, also of a token it has seen before', async () => {
    const held = await token({ exp: now - 1 });
    expect((await identity.of(request({ authorization: `Bearer ${held}` })))?.isLapsed).toBe(true);
    expect((await identity.of(request({ authorization: `Bearer ${held}` })))?.isLapsed).toBe(true);
  });

  it('believes no other issuer, audience, key or algorithm, and no nonsense', async () => {
    const stranger = (await generateKeyPair('EdDSA')).privateKey;
    const symmetric = new SignJWT({ ...claims, iss: 'pagewright', aud: 'pagewright', exp: now + 60 });
    const forged = [
      await token({ iss: 'someone' }),
      await token({ aud: 'someone' }),
      await token({}, stranger),
      await symmetric.setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(new Uint8Array(32)),
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`,
      'nonsense',
      '',
    ];
    for (const held of forged)
      expect(await identity.of(request({ cookie: `pagewright_session=${held}` })), held).toBeUndefined();
  });
});

describe('mayHaveSession', () => {
  it('looks at the session cookie and at tokens, not at other cookies', () => {
    expect(mayHaveSession(request({ cookie: 'theme=dark' }))).toBe(false);
    expect(mayHaveSession(request({}))).toBe(false);
    expect(mayHaveSession(request({ cookie: 'a=b; pagewright_session=x' }))).toBe(true);
    expect(mayHaveSession(request({ authorization: 'Bearer x' }))).toBe(true);
  });
});
