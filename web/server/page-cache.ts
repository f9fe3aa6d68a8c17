import type { Answer } from './answer.ts';

/** What a render gives: the answer, and the things whose change makes it stale; none where it must not be kept. */
export interface Rendered {
  answer: Answer;
  tags?: readonly string[];
}

interface Entry {
  answer: Answer;
  tags: readonly string[];
  /** Asked for since the eviction last came by. */
  isWanted: boolean;
}

/**
 * Finished pages by address. Kept only while changes are announced (`open`), and only if no change was announced
 * while the page was being rendered. One render at a time for one address.
 *
 * Evicts in the manner of a second chance: a hit sets a flag and moves nothing.
 */
export class PageCache {
  private readonly entries = new Map<string, Entry>();
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly flights = new Map<string, Promise<Rendered>>();
  private readonly capacity: number;
  private isOpen = false;
  /** Counts announced changes: a render that began in an earlier era is not kept. */
  private era = 0;
  private bytes = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): Answer | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    entry.isWanted = true;
    return entry.answer;
  }

  /** The page kept, or else rendered: once, for all who ask meanwhile. Rejects as `render` does. */
  async obtain(key: string, render: () => Promise<Rendered>): Promise<Answer> {
    const kept = this.get(key);
    if (kept) return kept;
    const flight = this.flights.get(key) ?? this.fly(key, render);
    return (await flight).answer;
  }

  private fly(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const era = this.era;
    const flight = render()
      .then((rendered) => {
        if (this.isOpen && era === this.era && rendered.tags) this.store(key, rendered.answer, rendered.tags);
        return rendered;
      })
      .finally(() => {
        if (this.flights.get(key) === flight) this.flights.delete(key);
      });
    this.flights.set(key, flight);
    return flight;
  }

  private store(key: string, answer: Answer, tags: readonly string[]): void {
    this.drop(key);
    if (answer.weight > this.capacity / 4) return;
    this.entries.set(key, { answer, tags, isWanted: false });
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.keysByTag.set(tag, new Set([key]));
    }
    this.bytes += answer.weight;
    this.evict();
  }

  private evict(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.capacity) return;
      if (entry.isWanted) {
        entry.isWanted = false;
        this.entries.delete(key);
        this.entries.set(key, entry);
      } else {
        this.drop(key);
      }
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= entry.answer.weight;
    for (const tag of entry.tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }

  /** Things have changed: drops the pages that show them. Renders under way are neither kept nor joined. */
  invalidate(tags: Iterable<string>): void {
    this.era += 1;
    this.flights.clear();
    for (const tag of tags) {
      for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.drop(key);
    }
  }

  clear(): void {
    this.era += 1;
    this.flights.clear();
    this.entries.clear();
    this.keysByTag.clear();
    this.bytes = 0;
  }

  /** From now on changes are announced: pages may be kept. */
  open(): void {
    this.clear();
    this.isOpen = true;
  }

  /** Changes may go unheard: nothing kept can be trusted any more. */
  close(): void {
    this.isOpen = false;
    this.clear();
  }

  get stats(): { pages: number; bytes: number; isOpen: boolean } {
    return { pages: this.entries.size, bytes: this.bytes, isOpen: this.isOpen };
  }
}
