import type { IncomingMessage } from 'node:http';
import type { Identity } from './identity.ts';
import type { InternalTokens } from './service-identity.ts';
import { Upstream, UpstreamError } from './upstream.ts';

/** Why a request for something of the editors' is refused. */
export interface Refusal {
  status: 401 | 403 | 503;
  code: string;
  title: string;
}

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

  /** Undefined for an editor whose session stands. */
  async refuse(request: IncomingMessage): Promise<Refusal | undefined> {
    const visitor = await this.identity.of(request);
    if (!visitor || visitor.isLapsed) return { status: 401, code: 'unauthorized', title: 'Unauthorized' };
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && visitor.isFromCookie && !this.origins.has(request.headers.origin ?? '')) {
      return { status: 403, code: 'origin_mismatch', title: 'Forbidden' };
    }
    if (!visitor.isEditor) return { status: 403, code: 'scope_missing', title: 'Forbidden' };
    return this.checkSession(visitor.sessionId);
  }

  close(): void {
    this.auth.close();
  }

  private async checkSession(sessionId: string): Promise<Refusal | undefined> {
    try {
      const authorization = `Bearer ${await this.internalToken()}`;
      const path = `/private/sessions/${encodeURIComponent(sessionId)}`;
      const { status } = await this.auth.get(path, { Authorization: authorization });
      if (status === 200) return undefined;
      if (status === 404) return { status: 401, code: 'session_revoked', title: 'Unauthorized' };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
    return { status: 503, code: 'identity_unavailable', title: 'Service Unavailable' };
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
