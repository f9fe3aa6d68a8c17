import type { Answer } from './answer.ts';

/** What a render gives: the answer, and the tags whose change makes it stale; none where it must not be cached. */
export interface Rendered {
  answer: Answer;
  tags?: readonly string[];
  /** Milliseconds; for what must not be cached for long. */
  life?: number;
  /** The page's path with the parameters of addresses that it reads, where it is a page. */
  path?: string;
  names?: readonly string[];
  /** The values of those parameters in their one spelling. */
  search?: string;
}

interface Entry {
  answer: Answer;
  tags: readonly string[];
  /** Asked for since the eviction last came by. */
  isWanted: boolean;
  /** When it ends, in the time of `performance.now()`. */
  until: number;
  /** Of a page that reads parameters. */
  reader: Reader | undefined;
}

/** A path whose page reads parameters of addresses: which, and how many pages are cached under it. */
interface Reader {
  path: string;
  names: readonly string[];
  entryCount: number;
}

/** A render under way, with what was announced meanwhile. */
interface Flight {
  rendered: Promise<Rendered>;
  changed: Set<string>;
  /** The tags of the page that was cached before. */
  expected: readonly string[];
  /** Whether everything may have changed. */
  isVoid: boolean;
}

/** Changes that a render under way remembers; with more of them all may have changed. */
const MAX_CHANGED = 10_000;
/** Invalidated pages whose tags are known. */
const MAX_INVALIDATED = 10_000;
const NO_NAMES: readonly string[] = [];

/**
 * Finished pages by address. Cached only while changes are announced (`open`), and only if nothing that the page shows
 * was announced as changed while it was being rendered. One render at a time for one address.
 *
 * Evicts in the manner of a second chance: a hit sets a flag and moves nothing.
 */
export class PageCache {
  private readonly entries = new Map<string, Entry>();
  /** Most tags are of one page alone: of those its key, since a set for each would weigh more than all keys. */
  private readonly keysByTag = new Map<string, string | Set<string>>();
  private readonly flights = new Map<string, Flight>();
  /** By path. Each for as long as a page is cached under it: without its names, that page would be the answer to all of them. */
  private readonly readers = new Map<string, Reader>();
  /** The tags of pages that were invalidated by a change, by key. */
  private readonly lastTags = new Map<string, readonly string[]>();
  private readonly capacity: number;
  private isOpen = false;
  private bytes = 0;
  /** What was there when it was asked for, and what had to be made. */
  readonly counts = { hits: 0, renders: 0 };

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: string): Answer | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until !== Number.POSITIVE_INFINITY && entry.until < performance.now()) {
      this.remove(key);
      return undefined;
    }
    entry.isWanted = true;
    this.counts.hits += 1;
    return entry.answer;
  }

  /** The names of the parameters that the page at a path reads; empty where none is cached that does. */
  namesOf(path: string): readonly string[] {
    return this.readers.get(path)?.names ?? NO_NAMES;
  }

  /**
   * The cached page, or else a rendered one: once, for all who ask meanwhile. A request that comes after a change of the page was
   * announced gets none that was begun before. Rejects as `render` does.
   */
  async obtain(key: string, render: () => Promise<Rendered>): Promise<Answer> {
    for (;;) {
      const cached = this.get(key);
      if (cached) return cached;
      const flight = this.flights.get(key) ?? this.fly(key, render);
      const missed = flight.changed.size > 0 ? new Set(flight.changed) : undefined;
      const rendered = await flight.rendered;
      if (!missed || (rendered.tags && !rendered.tags.some((tag) => missed.has(tag)))) return rendered.answer;
    }
  }

  private fly(key: string, render: () => Promise<Rendered>): Flight {
    this.counts.renders += 1;
    const flight: Flight = {
      rendered: Promise.resolve().then(render),
      changed: new Set(),
      expected: this.lastTags.get(key) ?? [],
      isVoid: false,
    };
    const landed = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.rendered = flight.rendered.then(
      (rendered) => {
        landed();
        if (this.isOpen && isFresh(flight, rendered)) this.store(key, rendered);
        return rendered;
      },
      (error) => {
        landed();
        throw error;
      },
    );
    this.flights.set(key, flight);
    return flight;
  }

  private store(key: string, rendered: Rendered): void {
    const { answer, tags = [], life = Number.POSITIVE_INFINITY, path, names = NO_NAMES, search } = rendered;
    const place = path === undefined ? key : path + search;
    this.remove(place);
    this.lastTags.delete(place);
    if (answer.weight > this.capacity / 4) return;
    answer.address = place;
    const reader = path === undefined ? undefined : this.readerAt(path, names);
    if (reader) reader.entryCount += 1;
    this.entries.set(place, { answer, tags, isWanted: false, until: performance.now() + life, reader });
    for (const tag of tags) {
      const keys = this.keysByTag.get(tag);
      if (keys === undefined) this.keysByTag.set(tag, place);
      else if (typeof keys !== 'string') keys.add(place);
      else if (keys !== place) this.keysByTag.set(tag, new Set([keys, place]));
    }
    this.bytes += answer.weight;
    this.evict();
  }

  /** With the names that its page reads now; undefined of one that has never read any. */
  private readerAt(path: string, names: readonly string[]): Reader | undefined {
    let reader = this.readers.get(path);
    if (reader) reader.names = names;
    else if (names.length > 0) {
      reader = { path, names, entryCount: 0 };
      this.readers.set(path, reader);
    }
    return reader;
  }

  private evict(): void {
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.capacity) return;
      if (entry.isWanted) {
        entry.isWanted = false;
        this.entries.delete(key);
        this.entries.set(key, entry);
      } else {
        this.remove(key);
      }
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    // It may be on its way to somebody: a cache in front must not store it any more.
    entry.answer.address = undefined;
    this.bytes -= entry.answer.weight;
    const { reader } = entry;
    if (reader) {
      reader.entryCount -= 1;
      if (reader.entryCount === 0) this.readers.delete(reader.path);
    }
    for (const tag of entry.tags) {
      const keys = this.keysByTag.get(tag);
      if (typeof keys === 'object') keys.delete(key);
      if (keys === key || (typeof keys === 'object' && keys.size === 0)) this.keysByTag.delete(tag);
    }
  }

  /** These have changed: removes the pages that show them. Renders under way that turn out to show them are not cached. */
  invalidate(tags: Iterable<string>): void {
    const changed = [...tags];
    for (const [key, flight] of this.flights) {
      for (const tag of changed) flight.changed.add(tag);
      const isStale = flight.expected.some((tag) => flight.changed.has(tag));
      if (isStale || flight.changed.size > MAX_CHANGED) this.discard(key, flight);
    }
    for (const tag of changed) {
      const keys = this.keysByTag.get(tag) ?? [];
      for (const key of typeof keys === 'string' ? [keys] : [...keys]) {
        if (this.lastTags.size >= MAX_INVALIDATED) this.lastTags.clear();
        this.lastTags.set(key, this.entries.get(key)?.tags ?? []);
        this.remove(key);
      }
    }
  }

  private discard(key: string, flight: Flight): void {
    flight.isVoid = true;
    this.flights.delete(key);
  }

  clear(): void {
    for (const [key, flight] of this.flights) this.discard(key, flight);
    for (const { answer } of this.entries.values()) answer.address = undefined;
    this.entries.clear();
    this.readers.clear();
    this.lastTags.clear();
    this.keysByTag.clear();
    this.bytes = 0;
  }

  /** From now on changes are announced: pages may be cached. */
  open(): void {
    this.clear();
    this.isOpen = true;
  }

  /** Changes may go unheard: no cached page can be trusted any more. */
  close(): void {
    this.isOpen = false;
    this.clear();
  }

  get stats(): { pages: number; bytes: number; isOpen: boolean } {
    return { pages: this.entries.size, bytes: this.bytes, isOpen: this.isOpen };
  }
}

/** Whether nothing that the page shows was announced as changed while it was rendered. */
function isFresh({ changed, isVoid }: Flight, { tags }: Rendered): boolean {
  if (isVoid || !tags) return false;
  return changed.size === 0 || !tags.some((tag) => changed.has(tag));
}
