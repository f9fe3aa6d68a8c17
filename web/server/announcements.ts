import type { Announced } from './event-source.ts';
import type { Log } from './log.ts';

/** How many events are remembered that a wake told of and the log has not given yet. */
const REMEMBERED = 10_000;

/** An event as a wake tells of it, before it is read in the log. */
interface Hint {
  id: string;
  tags: string[];
}

/** What is done about changes; PageCache is one. */
export interface Listener {
  open(): void;
  close(): void;
  clear(): void;
  invalidate(tags: Iterable<string>): void;
}

/**
 * Tells the listener of each change once. A wake brings most of them at once, and the log gives the same events a moment
 * later: a page that was rendered in between shows them already.
 */
export class Announcements {
  private readonly listener: Listener;
  private readonly log: Log;
  private readonly heard = new Set<string>();

  constructor(listener: Listener, log: Log) {
    this.listener = listener;
    this.log = log;
  }

  /** What came with a wake: a part of what has changed. */
  hint(text: string): void {
    try {
      const events = parsed(text);
      this.listener.invalidate(events.flatMap(({ tags }) => tags));
      if (this.heard.size > REMEMBERED) this.heard.clear();
      for (const { id } of events) this.heard.add(id);
    } catch (error) {
      this.log('error', 'hint not understood, all pages dropped', { error });
      this.listener.clear();
    }
  }

  /** What the log of a service gave: all that has changed. */
  read({ events, more }: Pick<Announced, 'events' | 'more'>): void {
    // Of so many changes that not all were given, nothing is likely to be left.
    if (more) this.listener.clear();
    for (const { id, payload } of events) {
      if (this.heard.delete(id)) continue;
      if (Array.isArray(payload.tags)) this.listener.invalidate(payload.tags);
      else this.listener.clear();
    }
  }

  /** From here on nobody reads what was heard. */
  clear(): void {
    this.heard.clear();
  }
}

/** Throws an Error for what is no list of hints, such as that of another release. */
function parsed(text: string): Hint[] {
  const events: Hint[] = JSON.parse(text);
  const isUnderstood = ({ id, tags }: Hint) => typeof id === 'string' && Array.isArray(tags);
  if (!events.every(isUnderstood)) throw new Error('A hint names events and their tags.');
  return events;
}
