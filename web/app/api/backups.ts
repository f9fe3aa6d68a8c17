/** Backups and imports, and what is read of them while they go on. */
import { fetchWithin } from './fetch.ts';
import { backupsCreate, backupsUpload } from './generated/index.ts';

/** Start of the key of every query for backups: invalidate by it. */
export const backupsKey = [{ tags: ['backups'] }];

/** An upload and the check after it may take as long as the service waits for them. */
const HOUR = 3_600_000;
const AT_ONCE = { Prefer: 'respond-async' };

/** Begins a backup and does not wait for it. Throws ProblemError. */
export const createBackup = () => backupsCreate({ headers: AT_ONCE });

/** Uploads an archive and begins its check; the list shows how far that is. Throws ProblemError. */
export const uploadBackup = (file: File) =>
  backupsUpload({ body: { 'backup-archive': file }, headers: AT_ONCE, fetch: fetchWithin(HOUR) });
