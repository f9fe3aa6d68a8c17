/** Where the time of an answer goes, as its Server-Timing header tells: browsers show it beside the request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { measured } from './measured.ts';
import { watching } from './watch.ts';

/** Name and value of the header of what was there already. */
export const KEPT: readonly string[] = ['Server-Timing', 'cache;desc=hit'];

const current = new AsyncLocalStorage<Timing>();

/** One request's. Work that several requests wait for counts for the one that began it. */
class Timing {
  private readonly begun = performance.now();
  private readonly durations = new Map<string, number>();

  add(part: string, duration: number): void {
    this.durations.set(part, (this.durations.get(part) ?? 0) + duration);
  }

  /** In milliseconds, by part and in all. */
  get header(): string {
    const all = [...this.durations, ['total', performance.now() - this.begun] as const];
    return all.map(([part, duration]) => `${part};dur=${duration.toFixed(1)}`).join(', ');
  }

  /** In all, up to the next power of two. */
  get coarseHeader(): string {
    return `total;dur=${2 ** Math.max(0, Math.ceil(Math.log2(performance.now() - this.begun)))}`;
  }
}

/**
 * Has `work` done with its time taken; gives what it gives, and the header's name and value. `isCoarse` tells no more than
 * services tell of theirs (kit.edge): a form may be a login, of which a precise time would help to guess at accounts.
 */
export async function withTiming<T>(work: () => Promise<T>, isCoarse = false): Promise<[T, string[]]> {
  const timing = new Timing();
  const made = await current.run(timing, work);
  return [made, ['Server-Timing', isCoarse ? timing.coarseHeader : timing.header]];
}

/** Counts `work` as this part of the request that it is done for; the name is a token of HTTP. */
export function timed<T>(part: string, work: () => T): T {
  const watch = watching();
  return watch ? watch.part(part, () => counted(part, work)) : counted(part, work);
}

function counted<T>(part: string, work: () => T): T {
  const timing = current.getStore();
  return timing ? measured(work, (milliseconds) => timing.add(part, milliseconds)) : work();
}
