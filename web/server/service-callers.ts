import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose';

/** Seconds that a token between services is good for, whatever it says itself. */
const LIFETIME = 120;
/** How far the clocks of two machines may be apart. */
const CLOCKS_DIFFER = 5;

/**
 * Tells which service calls the host, from the token that it signed. The public keys in KEYS_DIR are read for each call:
 * such calls are rare, and keys are replaced while the host runs.
 */
export class ServiceCallers {
  private readonly file: string;

  constructor(keysDir: string) {
    this.file = join(keysDir, 'public.json');
  }

  /** Undefined for everybody but a service of this site. */
  async of(request: IncomingMessage): Promise<string | undefined> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!token) return undefined;
    try {
      const { kid } = decodeProtectedHeader(token);
      const { owner, jwk } = await this.keyNamed(kid);
      const { payload } = await jwtVerify(token, await importJWK(jwk, 'EdDSA'), {
        algorithms: ['EdDSA'],
        // A key speaks for its owner alone.
        issuer: owner,
        audience: 'web',
        requiredClaims: ['iat', 'exp'],
      });
      const { iat = 0, exp = 0 } = payload;
      const isShort = exp > iat && exp - iat <= LIFETIME;
      return isShort && iat <= Date.now() / 1000 + CLOCKS_DIFFER ? owner : undefined;
    } catch {
      return undefined;
    }
  }

  private async keyNamed(kid: string | undefined): Promise<{ owner: string; jwk: JWK }> {
    const keys: Record<string, JWK[]> = JSON.parse(await readFile(this.file, 'utf8'));
    for (const [owner, own] of Object.entries(keys)) {
      const jwk = own.find((key) => key.kid !== undefined && key.kid === kid);
      if (jwk) return { owner, jwk };
    }
    throw new Error('No service has this key.');
  }
}
