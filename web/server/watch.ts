/**
 * What the host tells of itself to those who run it. Off unless a setting asks for it: nothing watches then, and the
 * libraries of metrics and traces are not loaded.
 */
import type { Handler } from './handler.ts';
import type { Log } from './log.ts';
import type { HostMetrics } from './metrics.ts';
import type { PageCache } from './page-cache.ts';
import type { HostTracing } from './tracing.ts';
import type { WatchSettings } from './watch-settings.ts';

type Headers = Record<string, string>;

let current: Watch | undefined;

/** Who watches this process, if anybody. */
export function watching(): Watch | undefined {
  return current;
}

export interface WatchParts {
  host: string;
  release: string;
  cache: PageCache;
  log: Log;
}

/** Begins to watch what the settings ask for. Rejects where the port of the metrics is taken. */
export async function startWatching(settings: WatchSettings, parts: WatchParts): Promise<void> {
  const { metricsPort, traces } = settings;
  if (metricsPort === undefined && traces === undefined) return;
  const metrics =
    metricsPort === undefined
      ? undefined
      : new (await import('./metrics.ts')).HostMetrics(parts.cache, parts.release);
  const tracing = traces && new (await import('./tracing.ts')).HostTracing(traces, parts.release, parts.log);
  if (metrics && metricsPort !== undefined) await metrics.listen(parts.host, metricsPort);
  current = new Watch(metrics, tracing);
}

export class Watch {
  private readonly metrics: HostMetrics | undefined;
  private readonly tracing: HostTracing | undefined;

  constructor(metrics: HostMetrics | undefined, tracing: HostTracing | undefined) {
    this.metrics = metrics;
    this.tracing = tracing;
  }

  /** The host's handler with each request counted and traced. */
  around(handler: Handler): Handler {
    const counted = this.metrics?.around(handler, routeOf) ?? handler;
    return this.tracing?.around(counted, routeOf) ?? counted;
  }

  /** Has `work` done as a part of the request that it is done for. */
  part<T>(name: string, work: () => T): T {
    const timed = () => (this.metrics ? this.metrics.part(name, work) : work());
    return this.tracing ? this.tracing.part(name, timed) : timed();
  }

  /** Has a service called; `send` is given the headers to send. */
  call<T extends { status: number }>(
    call: { method: string; path: string; headers: Headers },
    service: string,
    send: (headers: Headers) => Promise<T>,
  ): Promise<T> {
    return this.tracing ? this.tracing.call(call, service, send) : send(call.headers);
  }

  async close(): Promise<void> {
    if (current === this) current = undefined;
    await Promise.all([this.metrics?.close(), this.tracing?.close()]);
  }
}

const ROUTES: readonly [RegExp, string][] = [
  [/^\/(?:api\/)?client\/api\//, '/client/api/*'],
  [/^\/(?:api\/)?client\//, '/client/*'],
  [/^\/assets\//, '/assets/*'],
  [/^\/(?:healthz|readyz|robots\.txt|sitemap\.xml|favicon\.ico|site\.webmanifest|cms-setup)$/, ''],
  [/^\/(?:cms-login|cms-admin|cms-ecom|oauth2)(?:\/|$)/, '/screens/*'],
];

/** The template of an address: of pages one for all, since anybody thinks of addresses. An address itself where it has no template. */
export function routeOf(target: string | undefined): string {
  const path = (target ?? '').replace(/\?.*/s, '');
  const found = ROUTES.find(([pattern]) => pattern.test(path));
  return found ? found[1] || path : '/*';
}
