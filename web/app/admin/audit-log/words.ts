/** Entries of the audit log in words. */
import { screenFormats } from '#words/screen-formats.ts';
import type { AuditAction, AuditRecord } from '../../api/audit-log.ts';

export const ACTIONS: Record<AuditAction, string> = {
  login: 'Logged in',
  'user.created': 'Account created',
  'user.invited': 'Invited',
  'user.registered': 'Registered',
  'user.disabled': 'Account disabled',
  'user.enabled': 'Account enabled',
  'user.deleted': 'Account deleted',
  'user.scopes_changed': 'Scopes changed',
  'person.created': 'Person created',
  'person.updated': 'Details changed',
  'person.deleted': 'Person deleted',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'reset.requested': 'Password reset asked for',
  'session.ended': 'Session ended',
  'refresh.reused': 'Session ended: its token was used twice',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'authenticator.added': 'Authenticator added',
  'authenticator.removed': 'Authenticator removed',
  'recovery_codes.renewed': 'Recovery codes renewed',
  'factors.removed': 'Second factors removed',
  'api_token.created': 'API token created',
  'api_token.revoked': 'API token revoked',
  'profile_data.created': 'Profile filled in',
  'profile_data.updated': 'Profile changed',
  'profile_data.deleted': 'Profile data deleted',
  'scope.created': 'Scope created',
  'scope.updated': 'Scope changed',
  'scope.deleted': 'Scope deleted',
  'schema.created': 'Profile fields created',
  'schema.updated': 'Profile fields changed',
  'schema.deleted': 'Profile fields deleted',
};

export const SUBJECTS: Record<AuditRecord['subjectType'], string> = {
  user: 'user',
  person: 'person',
  scope: 'scope',
  schema: 'profile fields',
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
