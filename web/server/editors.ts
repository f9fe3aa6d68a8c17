import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiTokenOf, type Identity, mayEdit } from './identity.ts';
import type { InternalTokens } from './service-identity.ts';
import { Upstream, UpstreamError } from './upstream.ts';

/** Why a request for something of the editors' is refused. */
export interface Refusal {
  status: 401 | 403 | 503;
  code: string;
}

const UNAVAILABLE: Refusal = { status: 503, code: 'identity_unavailable' };

/** Lets editors through to what the host itself answers. Asks auth each time, for a logout holds at once. */
export class EditorsOnly {
  private readonly identity: Identity;
  private readonly auth: Upstream;
  private readonly internalToken: () => Promise<string>;
  private readonly origins: Set<string>;

  constructor(identity: Identity, authUrl: string, own: InternalTokens, publicUrl: string) {
    this.identity = identity;
    this.auth = new Upstream(authUrl, 3_000);
    this.internalToken = () => own.tokenFor('auth');
    this.origins = siteOrigins(publicUrl);
  }

  /** Undefined for an editor whose session is active, and for a program with an API token that may edit. */
  async refuse(request: IncomingMessage): Promise<Refusal | undefined> {
    const apiToken = apiTokenOf(request);
    if (apiToken !== undefined) return this.asked(() => this.checkApiToken(apiToken));
    const visitor = await this.identity.of(request);
    if (!visitor || visitor.isLapsed) return { status: 401, code: 'unauthorized' };
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && visitor.isFromCookie && !this.origins.has(request.headers.origin ?? '')) {
      return { status: 403, code: 'origin_mismatch' };
    }
    if (!visitor.isEditor) return { status: 403, code: 'scope_missing' };
    return this.asked(() => this.checkSession(visitor.sessionId));
  }

  close(): void {
    this.auth.close();
  }

  private async checkSession(sessionId: string): Promise<Refusal | undefined> {
    const { status } = await this.auth.get(
      `/private/sessions/${encodeURIComponent(sessionId)}`,
      await this.authorization(),
    );
    if (status === 404) return { status: 401, code: 'session_revoked' };
    return status === 200 ? undefined : UNAVAILABLE;
  }

  private async checkApiToken(token: string): Promise<Refusal | undefined> {
    const question = { digest: hash('sha256', token, 'hex') };
    const { status, body } = await this.auth.ask(
      '/private/api-tokens/introspection',
      await this.authorization(),
      question,
    );
    if (status !== 200) return UNAVAILABLE;
    const { isActive, scopes }: { isActive: boolean; scopes: string[] } = JSON.parse(body.toString());
    if (!isActive) return { status: 401, code: 'token_invalid' };
    return mayEdit(scopes) ? undefined : { status: 403, code: 'scope_missing' };
  }

  private async authorization(): Promise<Record<string, string>> {
    return { Authorization: `Bearer ${await this.internalToken()}` };
  }

  private async asked(check: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return UNAVAILABLE;
    }
  }
}

/** The origins that are the site itself; on a loopback address, localhost and 127.0.0.1 both are. */
export function siteOrigins(publicUrl: string): Set<string> {
  const url = new URL(publicUrl);
  const origins = new Set([url.origin]);
  if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1') return origins;
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return origins.add(url.origin);
}
