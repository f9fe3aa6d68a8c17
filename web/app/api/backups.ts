/** Backups and imports, and what is read of them while they go on. */
import { backupsListOptions } from './generated/@tanstack/react-query.gen.ts';
import { type BackupOut, type BackupsListData, backupsCreate, type ImportOut } from './generated/index.ts';
import { isFollowed } from './job-stream.ts';

/** Start of the key of every query for backups: invalidate by it. */
export const backupsKey = [{ tags: ['backups'] }];

/** Milliseconds between two looks at what is under way and not told of by itself. */
const LOOK_EVERY = 1_000;

/**
 * When to look again at what was read. Each query decides by its own answer: of two that are asked at the same moment, one
 * may still find running what the other finds done.
 */
export const nextLook = (found: readonly (BackupOut | ImportOut)[] = []) =>
  found.some(({ state, jobId }) => state === 'running' && !isFollowed(jobId)) ? LOOK_EVERY : (false as const);

export const listBackupsOptions = (query: BackupsListData['query']) => ({
  ...backupsListOptions({ query }),
  refetchInterval: ({ state: { data } }: { state: { data?: { results: BackupOut[] } } }) =>
    nextLook(data?.results),
});

const AT_ONCE = { Prefer: 'respond-async' };

/** Begins a backup and does not wait for it. Throws ProblemError. */
export const createBackup = () => backupsCreate({ headers: AT_ONCE });
