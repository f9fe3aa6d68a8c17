import type { InternalTokens } from './service-identity.ts';
import { Upstream } from './upstream.ts';

const TIMEOUT = 2_000;
const LIMIT = 500;

/** What a service told after a place in its log of events. */
export interface Announced {
  events: { id: string; name: string; payload: { tags?: unknown } }[];
  /** The place behind all of them. */
  cursor: string;
  /** Whether there are more than were asked for. */
  more: boolean;
  /** Whether the service can wake those who follow it at present. */
  wakes: boolean;
}

/** The log of a service's events that say what pages show. */
export class EventSource {
  readonly service: string;
  private readonly upstream: Upstream;
  private readonly internalToken: () => Promise<string>;
  private readonly query: string;

  constructor(service: string, url: string, own: InternalTokens, names: readonly string[]) {
    this.service = service;
    this.upstream = new Upstream(url, TIMEOUT);
    this.internalToken = () => own.tokenFor(service);
    this.query = names.map((name) => `&name=${encodeURIComponent(name)}`).join('');
  }

  /**
   * What came after a cursor, or nothing but the present place without one. Undefined where the service cannot tell what
   * came. Throws while the service or its database is away.
   */
  async read(cursor: string | undefined): Promise<Announced | undefined> {
    const path = `/private/events?limit=${LIMIT}&after=${encodeURIComponent(cursor ?? 'latest')}${this.query}`;
    const answer = await this.upstream.get(path, { Authorization: `Bearer ${await this.internalToken()}` });
    if (answer.status === 410 || answer.status === 400) return undefined;
    if (answer.status !== 200) throw new Error(`${this.service} answered ${answer.status}.`);
    return JSON.parse(answer.body.toString());
  }

  close(): void {
    this.upstream.close();
  }
}
