import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import type { Log } from './log.ts';

const STREAM = 'events';
const CHANGED = 'content.changed';
const CLEARED = 'web.cache_cleared';
const BLOCK = 2_000;
/** A read that lasts longer than it may block is one that nobody answers. */
const SILENCE = BLOCK + 1_000;
const RETRY = 250;

/** What is done about changes; PageCache is one. */
export interface Listener {
  open(): void;
  close(): void;
  clear(): void;
  invalidate(tags: Iterable<string>): void;
}

type Message = Record<string, string>;
type Connection = ReturnType<typeof newConnection>;

/** One connection, which is not mended when it breaks: whoever holds it has to notice. */
function newConnection(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 2_000 } });
  client.on('error', () => {});
  return client;
}

/**
 * Follows the stream of events. The listener is open while it is sure to hear of every change: on each new
 * connection it starts afresh, and it is closed as soon as the connection is gone or silent.
 */
export class ChangeFeed {
  private readonly url: string;
  private readonly listener: Listener;
  private readonly log: Log;
  private client: Connection | undefined;
  private isStopped = false;
  private isHeard = true;

  constructor(url: string, listener: Listener, log: Log) {
    this.url = url;
    this.listener = listener;
    this.log = log;
  }

  /** Follows until `stop`, over as many connections as it takes. */
  async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.follow();
      } catch (error) {
        this.listener.close();
        if (this.isHeard && !this.isStopped)
          this.log('warning', 'events unheard, pages are not kept', { error });
        this.isHeard = false;
      } finally {
        this.disconnect();
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  stop(): void {
    this.isStopped = true;
    this.disconnect();
  }

  /** Has every host clear its pages, this one at once. */
  async clearEverywhere(): Promise<void> {
    this.listener.clear();
    const event = {
      name: CLEARED,
      id: randomUUID(),
      payload: '{}',
      service: 'web',
      at: new Date().toISOString(),
    };
    const client = newConnection(this.url);
    try {
      await client.connect();
      await client.xAdd(STREAM, '*', event);
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
    await client.connect();
    const newest = await inTime(client.xRevRange(STREAM, '+', '-', { COUNT: 1 }));
    let last = newest?.[0]?.id ?? '0-0';
    // Opened after the place in the stream is known: every later change will be read.
    this.listener.open();
    if (!this.isHeard) this.log('info', 'events heard again, pages are kept');
    this.isHeard = true;
    while (!this.isStopped) {
      const read = await inTime(client.xRead({ key: STREAM, id: last }, { BLOCK, COUNT: 500 }));
      for (const { id, message } of messagesOf(read)) {
        last = id;
        this.handle(message);
      }
    }
  }

  private handle({ name, payload }: Message): void {
    if (name === CLEARED) this.listener.clear();
    if (name !== CHANGED) return;
    try {
      this.listener.invalidate(JSON.parse(payload ?? '').tags);
    } catch (error) {
      this.log('error', 'event not understood, all pages dropped', { error });
      this.listener.clear();
    }
  }

  private disconnect(): void {
    if (this.client?.isOpen) this.client.destroy();
    this.client = undefined;
  }
}

function messagesOf(read: unknown): { id: string; message: Message }[] {
  const streams = (read ?? []) as { messages: { id: string; message: Message }[] }[];
  return streams.flatMap(({ messages }) => messages);
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
