/** What backups are called, and what is in them. */
import { plural, t } from '@lingui/core/macro';
import type { BackupOut, BackupPreviewPartOut, ImportOut } from '../../api/generated/index.ts';

export const PARTS: Record<BackupPreviewPartOut['name'], string> = {
  pages: t`Pages, templates and blog`,
  files: t`Files`,
  settings: t`Settings and trackers`,
  emailTemplates: t`Email templates`,
  subscribers: t`Mailing lists and subscribers`,
  mail: t`Emails`,
  users: t`People and users`,
  crm: t`Customer relationships`,
  shop: t`Shop`,
};

export const KINDS: Record<BackupOut['kind'], string> = {
  manual: t`Manual`,
  scheduled: t`Scheduled`,
  safety: t`Before an import`,
  uploaded: t`Uploaded`,
};

export const STATES: Record<BackupOut['state'], string> = {
  running: t`In progress`,
  done: t`Finished`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
};

const WHY_NOT: Record<NonNullable<BackupOut['whyNotRestorable']>, string> = {
  unfinished: t`It is not finished.`,
  other_release: t`It was made with a release of Pagewright that this one doesn’t know. Update Pagewright first.`,
  unknown: t`A service is not answering at the moment.`,
};

/** What goes along with a part, said before it is imported by itself. */
export const ALONE: Partial<Record<BackupPreviewPartOut['name'], string>> = {
  pages: t`Pages show files and are limited to scopes. Import files and users too if these have changed since.`,
  files: t`Pages that show files added since will lack them.`,
  users: t`Everybody is logged out, you too. Passwords and scopes are those of the backup.`,
};

export const LACKS_FORMER_CONTENTS = t`This backup has no earlier versions of files. Those on this site will be deleted.`;

/** Whether it can be imported here, in a sentence; empty where it can. */
export const whyNotInWords = ({ whyNotRestorable }: Pick<BackupOut, 'whyNotRestorable'>): string =>
  whyNotRestorable ? WHY_NOT[whyNotRestorable] : '';

/** Names of faulty files that stand in a line of the list; its column has them all. */
const MOST_NAMES = 3;

/** What is in a backup, or why there is none. */
export function contentInWords({
  state,
  problem,
  files,
  faultyFiles,
  faultyNames,
  message,
}: BackupOut): string {
  if (state === 'running') return message ?? t`Starting…`;
  if (state !== 'done') return problem ?? '';
  const copied = plural(files, { one: '# file', other: '# files' });
  if (!faultyFiles) return copied;
  const faulty = t`${copied}, ${plural(faultyFiles, { one: '# missing or damaged', other: '# missing or damaged' })}`;
  // Of what is no file of today nobody knows a name.
  if (faultyNames.length === 0) return faulty;
  const names = faultyNames.slice(0, MOST_NAMES).join(', ');
  return faultyNames.length > MOST_NAMES ? `${faulty}: ${names}, …` : `${faulty}: ${names}`;
}

/** What an import could not bring along. */
export function lostInWords({ lost }: ImportOut): string[] {
  const { apiTokens, authenticators, leftOutParts, recoveryCodes, secretSettings, queuedEmails } = lost;
  return [
    apiTokens &&
      plural(apiTokens, {
        one: '# API token stays revoked.',
        other: '# API tokens stay revoked.',
      }),
    authenticators &&
      plural(authenticators, {
        one: '# authenticator app has to be set up again.',
        other: '# authenticator apps have to be set up again.',
      }),
    recoveryCodes &&
      plural(recoveryCodes, {
        one: '# recovery code no longer works.',
        other: '# recovery codes no longer work.',
      }),
    secretSettings &&
      plural(secretSettings, {
        one: '# secret setting has to be entered again.',
        other: '# secret settings have to be entered again.',
      }),
    queuedEmails &&
      plural(queuedEmails, {
        one: '# email that waited was not sent. You can send it under Emails.',
        other: '# emails that waited were not sent. You can send them under Emails.',
      }),
    leftOutParts &&
      plural(leftOutParts, {
        one: '# part of the backup was left out: this site does not have it.',
        other: '# parts of the backup were left out: this site does not have them.',
      }),
  ].filter((sentence) => typeof sentence === 'string');
}

/** What an import has put right beside what was asked of it; empty where that is nothing. */
export const mendedInWords = ({ mendedFiles }: ImportOut): string =>
  mendedFiles
    ? plural(mendedFiles, {
        one: '# file that was missing or damaged here was repaired.',
        other: '# files that were missing or damaged here were repaired.',
      })
    : '';

/** A size in the unit that people read it in. */
export function sizeInWords(bytes: number, format: (value: number) => string): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${format(value >= 10 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10)} ${units[unit]}`;
}
