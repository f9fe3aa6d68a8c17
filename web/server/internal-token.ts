import { SignJWT } from 'jose';

const LIFETIME = 120;

/** Makes the tokens that internal addresses of the services want; one is good for 120 s and renewed at half of that. */
export function internalTokens(secret: string, audience: string): () => Promise<string> {
  const key = new TextEncoder().encode(secret);
  let token = '';
  let renewAt = 0;
  return async () => {
    const now = Math.floor(Date.now() / 1000);
    if (now < renewAt) return token;
    token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('pagewright-internal')
      .setSubject('web')
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(key);
    renewAt = now + LIFETIME / 2;
    return token;
  };
}
