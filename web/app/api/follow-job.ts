/**
 * Jobs that screens look at, followed by one stream of each service for as long as anything on the screen shows them. One
 * more that is to be followed begins the stream anew with all of them.
 */
import type { JobOut } from './generated/index.ts';
import type { JobService } from './job-services.ts';
import { isUnderWay, type JobPlace, pause, streamJobs } from './job-stream.ts';

/** Milliseconds until a stream is asked for again that could not be had, or that broke. */
const AGAIN = 5_000;
/** As many as a service follows by one stream. */
const MOST = 100;

export interface Watcher {
  /** The job as it was told of last, undefined once nothing is told of it any more. */
  onJob: (job: JobOut | undefined) => void;
  /** It has ended, or nothing is told of it any more. */
  onBreak: () => void;
  /** A stream was asked for, and none could be had that has the job in it. */
  onMiss?: () => void;
}

interface Round {
  /** Jobs that the present stream was asked for. */
  ids: readonly string[];
  leaving: AbortController;
}

class Follower {
  readonly #service: JobService;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #round: Round | undefined;
  #isBeginning = false;

  constructor(service: JobService) {
    this.#service = service;
  }

  add(id: string, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    if (!this.#round?.ids.includes(id)) this.#begin();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
      if (this.#watchers.size === 0) this.#leave();
    };
  }

  #leave(): void {
    this.#round?.leaving.abort();
    this.#round = undefined;
  }

  /** Once all lines of a list have said what they show. */
  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    queueMicrotask(() => {
      this.#isBeginning = false;
      this.#leave();
      void this.#follow();
    });
  }

  async #follow(): Promise<void> {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onJob = (job: JobOut) => {
      if (!signal.aborted) this.#tell(job);
    };
    while (!signal.aborted && this.#watchers.size > 0) {
      const ids = [...this.#watchers.keys()].slice(0, MOST);
      this.#round = { ids, leaving };
      // Undefined: not ours to follow.
      const last = await streamJobs(this.#service, ids, { signal, onJob }).catch(() => undefined);
      if (signal.aborted) return;
      for (const id of ids) this.#end(id, last?.get(id));
      if (!last) break;
      await pause(AGAIN, signal);
    }
    if (this.#round?.leaving === leaving) this.#round = undefined;
  }

  #tell(job: JobOut): void {
    const watchers = this.#watchers.get(job.id) ?? [];
    for (const { onJob } of watchers) onJob(job);
    if (isUnderWay(job)) return;
    this.#watchers.delete(job.id);
    for (const { onBreak } of watchers) onBreak();
  }

  /** The stream is over, which has told of the job last so, or not at all. */
  #end(id: string, last: JobOut | undefined): void {
    for (const { onJob, onBreak, onMiss } of this.#watchers.get(id) ?? []) {
      if (!last) onMiss?.();
      else if (isUnderWay(last)) {
        onJob(undefined);
        onBreak();
      }
    }
  }
}

const followers = new Map<JobService, Follower>();

/** Tells a watcher of a job until it has ended or the function that it gives is called. */
export function followJob({ service, id }: JobPlace, watcher: Watcher): () => void {
  let follower = followers.get(service);
  if (!follower) {
    follower = new Follower(service);
    followers.set(service, follower);
  }
  return follower.add(id, watcher);
}
