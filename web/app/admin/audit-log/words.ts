/** Entries of the audit log in words. */
import { t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import type { AuditAction, AuditRecord } from '../../api/audit-log.ts';

export const ACTIONS: Record<AuditAction, string> = {
  login: t`Logged in`,
  'user.created': t`Account created`,
  'user.invited': t`Invited`,
  'user.registered': t`Registered`,
  'user.disabled': t`Account disabled`,
  'user.enabled': t`Account enabled`,
  'user.deleted': t`Account deleted`,
  'user.scopes_changed': t`Scopes changed`,
  'person.created': t`Person created`,
  'person.updated': t`Details changed`,
  'person.deleted': t`Person deleted`,
  'password.changed': t`Password changed`,
  'password.reset': t`Password reset`,
  'reset.requested': t`Password reset asked for`,
  'session.ended': t`Session ended`,
  'refresh.reused': t`Session ended: its token was used twice`,
  'passkey.added': t`Passkey added`,
  'passkey.removed': t`Passkey removed`,
  'authenticator.added': t`Authenticator added`,
  'authenticator.removed': t`Authenticator removed`,
  'recovery_codes.renewed': t`Recovery codes renewed`,
  'factors.removed': t`Second factors removed`,
  'api_token.created': t`API token created`,
  'api_token.revoked': t`API token revoked`,
  'profile_data.created': t`Profile filled in`,
  'profile_data.updated': t`Profile changed`,
  'profile_data.deleted': t`Profile data deleted`,
  'scope.created': t`Scope created`,
  'scope.updated': t`Scope changed`,
  'scope.deleted': t`Scope deleted`,
  'schema.created': t`Profile fields created`,
  'schema.updated': t`Profile fields changed`,
  'schema.deleted': t`Profile fields deleted`,
};

export const SUBJECTS: Record<AuditRecord['subjectType'], string> = {
  user: 'user',
  person: 'person',
  scope: 'scope',
  schema: t`profile fields`,
};

/** What reads otherwise beside the columns of the list. */
const NAMES: Record<string, string> = { by: 'with' };

/** `emailAddress` → `email address`. */
const words = (name: string) =>
  NAMES[name] ??
  name.replace(/[_-]/g, ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function valueInWords(value: unknown): string {
  if (typeof value === 'string' && MOMENT.test(value)) return screenFormats().dateTime(value);
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value === null ? '' : String(value);
}

/** Ids are for programs; what has one has a name beside it. */
const isId = (name: string) => /(?:^|_)id$|Id$/.test(name);

/** `{ given: ['editor'], taken: [] }` → `given: editor`. What is empty says nothing. */
export function detailsInWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([name]) => !isId(name))
    .map(([name, value]) => [words(name), valueInWords(value)])
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}
