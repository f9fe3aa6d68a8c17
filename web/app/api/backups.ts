/** Backups and imports, and what is read of them while they go on. */
import { backupsCreate } from './generated/index.ts';

/** Start of the key of every query for backups: invalidate by it. */
export const backupsKey = [{ tags: ['backups'] }];

const AT_ONCE = { Prefer: 'respond-async' };

/** Begins a backup and does not wait for it. Throws ProblemError. */
export const createBackup = () => backupsCreate({ headers: AT_ONCE });
