import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';

const SESSION_COOKIE = 'pagewright_session=';
const REMEMBERED = 1024;
const EDITOR_SCOPES = ['super', 'admin', 'editor'];

/** Someone whose token auth signed. */
export interface Visitor {
  token: string;
  /** A browser sent the token by itself, whatever page made it ask. */
  isFromCookie: boolean;
  sessionId: string;
  isEditor: boolean;
  /** The token has run out: the SPA may renew the session, nothing else is given for it. */
  isLapsed: boolean;
}

interface Known {
  sessionId: string;
  isEditor: boolean;
  /** Seconds since 1970. */
  expires: number;
}

/** True without looking closer: whether a request brings anything that may be a session. */
export function mayHaveSession(request: IncomingMessage): boolean {
  const { cookie, authorization } = request.headers;
  return authorization !== undefined || cookie?.includes(SESSION_COOKIE) === true;
}

/**
 * Tells who asks, from the session cookie or a Bearer token. The signature, algorithm, issuer and audience are
 * checked here; whether the session was revoked is for content to check, which gets the token.
 */
export class Identity {
  private readonly keys: JWTVerifyGetKey;
  private readonly known = new Map<string, Known>();

  constructor(authUrl: string, keys?: JWTVerifyGetKey) {
    this.keys =
      keys ??
      createRemoteJWKSet(new URL('/auth/.well-known/jwks.json', authUrl), {
        timeoutDuration: 3_000,
        cooldownDuration: 3_000,
        cacheMaxAge: 300_000,
      });
  }

  /** Undefined for anybody whose token says nothing, which is how a forged one is treated too. */
  async of(request: IncomingMessage): Promise<Visitor | undefined> {
    const bearer = bearerOf(request);
    const token = bearer ?? cookieOf(request);
    if (!token) return undefined;
    const known = this.known.get(token) ?? (await this.verify(token));
    if (!known) return undefined;
    const { sessionId, isEditor, expires } = known;
    return {
      token,
      isFromCookie: bearer === undefined,
      sessionId,
      isEditor,
      isLapsed: expires <= Date.now() / 1000,
    };
  }

  private async verify(token: string): Promise<Known | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms: ['EdDSA'],
        issuer: 'pagewright',
        audience: 'pagewright',
        requiredClaims: ['exp', 'sub', 'sid', 'scopes'],
        // Expiry is looked at for each request, since what is known here is remembered.
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      const scopes = Array.isArray(payload.scopes) ? payload.scopes : [];
      const isEditor = mayEdit(scopes);
      const known = { sessionId: String(payload.sid), isEditor, expires: payload.exp ?? 0 };
      this.remember(token, known);
      return known;
    } catch {
      return undefined;
    }
  }

  private remember(token: string, known: Known): void {
    if (this.known.size >= REMEMBERED) this.known.delete(this.known.keys().next().value as string);
    this.known.set(token, known);
  }
}

/** The API token that a program sends with its requests; browsers never hold one. Whether it is good, auth knows. */
export function apiTokenOf(request: IncomingMessage): string | undefined {
  const bearer = bearerOf(request);
  return bearer?.startsWith('pwt_') ? bearer : undefined;
}

/** Whether one of the scopes lets somebody edit. */
export function mayEdit(scopes: readonly string[]): boolean {
  return scopes.some((scope) => EDITOR_SCOPES.includes(scope));
}

/** The token of a program; any other Authorization says nothing here. */
function bearerOf({ headers }: IncomingMessage): string | undefined {
  return headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice(7).trim() : undefined;
}

function cookieOf({ headers }: IncomingMessage): string | undefined {
  for (const part of headers.cookie?.split(';') ?? []) {
    const pair = part.trim();
    if (pair.startsWith(SESSION_COOKIE)) return pair.slice(SESSION_COOKIE.length);
  }
  return undefined;
}
