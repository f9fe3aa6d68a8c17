import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, importJWK, type JWK, SignJWT } from 'jose';

const LIFETIME = 120;

/** Gives tokens that a service takes from the host. */
export interface InternalTokens {
  tokenFor(callee: string): Promise<string>;
}

/**
 * Signs as the web host, with its own key in KEYS_DIR. A token is good for 120 s and for one callee. It is renewed at
 * half of that, with the key that is in the file by then: keys are replaced while the host runs. A key with `nbf` is not
 * used before, so that services know it by then.
 */
export class ServiceIdentity implements InternalTokens {
  private readonly file: string;
  private readonly signed = new Map<string, { token: string; renewAt: number }>();

  constructor(keysDir: string) {
    this.file = join(keysDir, 'web.json');
  }

  async tokenFor(callee: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const known = this.signed.get(callee);
    if (known && now < known.renewAt) return known.token;
    const { kid, key } = await this.readKey();
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
      .setIssuer('web')
      .setAudience(callee)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(key);
    this.signed.set(callee, { token, renewAt: now + LIFETIME / 2 });
    return token;
  }

  private async readKey(): Promise<{ kid: string; key: CryptoKey | Uint8Array }> {
    const document: { signing: (JWK & { nbf?: number })[] } = JSON.parse(await readFile(this.file, 'utf8'));
    const now = Date.now() / 1000;
    const used = document.signing.find((key) => (key.nbf ?? 0) <= now) ?? document.signing[0];
    if (!used?.kid) throw new Error(`${this.file} holds no key to sign with.`);
    return { kid: used.kid, key: await importJWK(used, 'EdDSA') };
  }
}
