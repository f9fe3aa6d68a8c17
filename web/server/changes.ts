import { createClient } from 'redis';
import { Announcements, type Listener } from './announcements.ts';
import type { EventSource } from './event-source.ts';
import type { Log } from './log.ts';

/** What services publish to wake those who wait; this host adds the last. */
const CHANNEL = 'wakes';
const EVENTS = 'events ';
const CLEARED = 'clear pages';
/** What a page carries that shows something of a service which not all pages depend on. */
export const tagOfService = (service: string): string => `service:${service}`;
/** How late a change is noticed of which no wake came. */
const POLL = 1_000;
const SILENCE = 1_000;
const RETRY = 250;

type Connection = ReturnType<typeof newConnection>;

/** One connection, which is not mended when it breaks: its owner has to notice. */
function newConnection(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2_000 } });
  client.on('error', () => {});
  return client;
}

/** How far a service is followed. No cursor: nobody knows what has changed, and nothing of it may be kept. */
interface Followed {
  source: EventSource;
  /** Whether every page depends on it; pages that show something of another service carry its `tagOfService`. */
  isOfAll: boolean;
  /** Of one that not all pages depend on: whether any page has asked for it. Nobody else need be asked each second. */
  isWanted: boolean;
  cursor?: string;
  /** Whether it said that there is something new, and has not yet been heard out. */
  isAwaited: boolean;
}

/**
 * Follows what services tell of changes. They wake it by Redis, mostly with all that a change has made stale. Where a wake
 * does not say it, and each second in any case, it asks them what came after the place in their logs that it has reached.
 *
 * The listener is open while every change is sure to be heard of: the connection to Redis stands, and each service that
 * all pages depend on can wake, has said what came, and does not owe an answer after a wake. A service that is away and
 * did not wake before has nothing to tell: what is kept stays. While another service is not heard, the pages that show
 * something of it are dropped, and are not kept (`isFollowing`).
 */
export class ChangeFeed {
  private readonly url: string;
  private readonly followed: Followed[];
  private readonly listener: Listener;
  private readonly log: Log;
  private readonly announcements: Announcements;
  private client: Connection | undefined;
  private isStopped = false;
  private isOpen = false;
  private isComplaining = false;
  private wake: () => void = () => {};

  /** `others` are the services that some pages show something of. */
  constructor(
    url: string,
    sources: readonly EventSource[],
    others: readonly EventSource[],
    listener: Listener,
    log: Log,
  ) {
    this.url = url;
    this.followed = [
      ...sources.map((source) => ({ source, isOfAll: true, isWanted: true, isAwaited: false })),
      ...others.map((source) => ({ source, isOfAll: false, isWanted: false, isAwaited: false })),
    ];
    this.listener = listener;
    this.log = log;
    this.announcements = new Announcements(listener, log);
  }

  /** Follows until `stop`, over as many connections as it takes. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.follow();
      } catch (error) {
        this.doubt(error);
      } finally {
        this.disconnect();
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
    for (const { source } of this.followed) source.close();
  }

  stop(): void {
    this.isStopped = true;
    this.disconnect();
    this.wake();
  }

  /** Has every host clear its pages, this one at once. */
  async clearEverywhere(): Promise<void> {
    this.listener.clear();
    const client = newConnection(this.url);
    try {
      await client.connect();
      await client.publish(CHANNEL, CLEARED);
    } catch (error) {
      // Without Redis no host keeps pages.
      this.log('warning', 'cache clearing not announced', { error });
    } finally {
      if (client.isOpen) client.destroy();
    }
  }

  private async follow(): Promise<void> {
    const client = newConnection(this.url);
    this.client = client;
    let isWoken = false;
    client.on('end', () => this.wake());
    await client.connect();
    await inTime(
      client.subscribe(CHANNEL, (message) => {
        if (this.hear(message)) {
          isWoken = true;
          this.wake();
        }
      }),
    );
    while (!this.isStopped) {
      isWoken = false;
      // A connection on which nothing comes may be one on which nothing can come.
      const [isSure] = await Promise.all([this.askAll(), inTime(client.ping())]);
      if (isSure) this.trust();
      if (!isWoken) await this.pause(isSure ? POLL : RETRY);
    }
  }

  /** Whether there is something to ask for. */
  private hear(message: string): boolean {
    const [topic, hint] = message.split('\n', 2);
    if (topic === CLEARED) this.listener.clear();
    const found = this.followed.find(({ source }) => topic === `${EVENTS}${source.service}`);
    if (!found) return false;
    if (hint) {
      // All that the change made stale. The log gives the same with the next look, together with what no wake told of.
      this.announcements.hint(hint);
      return false;
    }
    found.isAwaited = true;
    return true;
  }

  /** Whether every change of a service is heard of. From the first time that this is asked on it is followed. */
  isFollowing(service: string): boolean {
    const followed = this.followed.find(({ source }) => source.service === service);
    if (followed && !followed.isWanted) {
      followed.isWanted = true;
      this.wake();
    }
    return this.isOpen && followed?.cursor !== undefined;
  }

  private async askAll(): Promise<boolean> {
    const wanted = this.followed.filter(({ isWanted }) => isWanted);
    const sure = await Promise.all(
      wanted.map(async (followed) => (await this.ask(followed)) || !followed.isOfAll),
    );
    return sure.every(Boolean);
  }

  /** Whether it is sure what has changed of what the service tells of. */
  private async ask(followed: Followed): Promise<boolean> {
    const { source, cursor } = followed;
    const wasAwaited = followed.isAwaited;
    followed.isAwaited = false;
    try {
      const found = await source.read(cursor);
      if (!found?.wakes) return this.lose(followed, `${source.service} cannot tell of changes`);
      followed.cursor = found.cursor;
      if (cursor !== undefined) this.announcements.read(found);
      return true;
    } catch (error) {
      if (cursor !== undefined && !wasAwaited && !followed.isAwaited) return true;
      return this.lose(followed, error);
    }
  }

  private lose(followed: Followed, why: unknown): false {
    if (followed.isOfAll) {
      this.doubt(why);
    } else if (followed.cursor !== undefined) {
      this.listener.invalidate([tagOfService(followed.source.service)]);
      this.log('warning', 'changes of a service unheard, pages that show it are not kept', {
        service: followed.source.service,
        error: why,
      });
    }
    followed.cursor = undefined;
    return false;
  }

  private trust(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.listener.open();
    if (this.isComplaining) this.log('info', 'changes heard again, pages are kept');
    this.isComplaining = false;
  }

  private doubt(error: unknown): void {
    for (const followed of this.followed) followed.cursor = undefined;
    this.announcements.clear();
    this.isOpen = false;
    this.listener.close();
    if (!this.isComplaining && !this.isStopped)
      this.log('warning', 'changes unheard, pages are not kept', { error });
    this.isComplaining = true;
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private disconnect(): void {
    if (this.client?.isOpen) this.client.destroy();
    this.client = undefined;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer.')), SILENCE);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
