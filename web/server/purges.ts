import { request as openPlain, Agent as PlainAgent } from 'node:http';
import { request as openSecure, Agent as SecureAgent } from 'node:https';
import type { Listener } from './announcements.ts';
import type { Log } from './log.ts';
import { EVERYTHING, keyOf } from './sharing.ts';

/** Where a cache in front is told of changes, and a header that it may want, such as a token. */
export interface PurgeTarget {
  url: URL;
  header?: readonly [name: string, value: string];
}

const TIMEOUT = 2_000;
const FIRST_RETRY = 100;
const LAST_RETRY = 5_000;
/** Of one request: the least that is allowed among the services that take keys. */
const MOST_KEYS = 100;
/** With more of them waiting, everything is purged. */
const MOST_WAITING = 10_000;
/** When keys are sent once more, for an answer that was on its way to the cache while they were sent. */
const AGAIN = 500;

/**
 * Tells a cache in front which pages have changed, after the host itself has dropped them: what the cache asks for next is
 * new. One request at a time; what changes meanwhile goes with the next. One that fails is tried until it succeeds, and no
 * save waits for any. Where changes go unheard, and when it is heard of them again, everything is purged.
 */
export class Purges implements Listener {
  private readonly target: PurgeTarget;
  private readonly log: Log;
  private readonly timeout: number;
  private readonly agent: PlainAgent | SecureAgent;
  /** Keys to send, and whether they are sent for the first time. */
  private readonly due = new Map<string, boolean>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private isSending = false;
  private isStopped = false;
  private isComplaining = false;
  private wakeUp: () => void = () => {};

  constructor(target: PurgeTarget, log: Log, timeout = TIMEOUT) {
    this.target = target;
    this.log = log;
    this.timeout = timeout;
    const options = { keepAlive: true, maxSockets: 2 };
    this.agent = target.url.protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options);
  }

  open(): void {
    this.clear();
  }

  close(): void {
    this.clear();
  }

  clear(): void {
    this.due.clear();
    this.add([EVERYTHING], true);
  }

  invalidate(tags: Iterable<string>): void {
    this.add(Array.from(tags, keyOf), true);
  }

  /** Purges everything a last time: an older release may have filled the cache while it was replaced. Never rejects. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.wakeUp();
    try {
      await this.post([EVERYTHING]);
    } catch (error) {
      this.log('warning', 'cache in front not purged', { error });
    }
    this.agent.destroy();
  }

  private add(keys: readonly string[], isFirst: boolean): void {
    if (this.isStopped) return;
    // Everything includes each of them.
    const isTooMuch = this.due.size + keys.length > MOST_WAITING;
    if (isTooMuch) this.due.clear();
    for (const key of isTooMuch ? [EVERYTHING] : keys)
      this.due.set(key, isFirst || this.due.get(key) === true);
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    let retry = FIRST_RETRY;
    while (this.due.size > 0 && !this.isStopped) {
      const batch = [...this.due].slice(0, MOST_KEYS);
      for (const [key] of batch) this.due.delete(key);
      try {
        await this.post(batch.map(([key]) => key));
        retry = FIRST_RETRY;
        this.succeed(batch);
      } catch (error) {
        this.fail(batch, error);
        await this.pause(retry);
        retry = Math.min(2 * retry, LAST_RETRY);
      }
    }
    this.isSending = false;
  }

  private succeed(batch: readonly (readonly [string, boolean])[]): void {
    if (this.isComplaining) this.log('info', 'cache in front purged again');
    this.isComplaining = false;
    const sentFirst = batch.filter(([, isFirst]) => isFirst).map(([key]) => key);
    if (sentFirst.length > 0) this.after(AGAIN, () => this.add(sentFirst, false));
  }

  private fail(batch: readonly (readonly [string, boolean])[], error: unknown): void {
    for (const [key, isFirst] of batch) this.due.set(key, isFirst || this.due.get(key) === true);
    if (!this.isComplaining && !this.isStopped)
      this.log('error', 'cache in front not purged, it may show old pages', { error });
    this.isComplaining = true;
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.wakeUp = resolve;
      this.after(milliseconds, resolve);
    });
  }

  private after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, milliseconds).unref();
    this.timers.add(timer);
  }

  /**
   * Sends keys in each of the ways that caches read them: a header (Varnish as we configure it, Fastly) and JSON
   * (Cloudflare). Follows no redirect. Rejects unless the cache takes them in time.
   */
  private post(keys: readonly string[]): Promise<void> {
    const { url, header } = this.target;
    const body = JSON.stringify({ tags: keys });
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Surrogate-Key': keys.join(' '),
      ...(header && { [header[0]]: header[1] }),
    };
    const open = url.protocol === 'https:' ? openSecure : openPlain;
    return new Promise((resolve, reject) => {
      const request = open(url, { method: 'POST', headers, agent: this.agent }, (response) => {
        const { statusCode = 0 } = response;
        response.resume();
        response.on('error', () => {});
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${url.host} answered ${statusCode}.`));
      });
      const timer = setTimeout(
        () => request.destroy(new Error(`${url.host} does not answer.`)),
        this.timeout,
      ).unref();
      request.on('close', () => clearTimeout(timer));
      request.on('error', reject);
      request.end(body);
    });
  }
}

/** Tells several of each change, one after the other. */
export class Listeners implements Listener {
  private readonly all: readonly Listener[];

  constructor(all: readonly Listener[]) {
    this.all = all;
  }

  open(): void {
    for (const each of this.all) each.open();
  }

  close(): void {
    for (const each of this.all) each.close();
  }

  clear(): void {
    for (const each of this.all) each.clear();
  }

  invalidate(tags: Iterable<string>): void {
    const changed = [...tags];
    for (const each of this.all) each.invalidate(changed);
  }
}
