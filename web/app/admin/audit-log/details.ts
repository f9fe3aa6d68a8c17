/** What entries of the activity log say beside the columns of the list, in words. */
import { t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import { PARTS } from '../backups/words.ts';
import { kindInWords } from '../emails/words.ts';
import { STATES } from '../shop-orders/words.ts';

/** What reads otherwise than its name on the wire. */
const NAMES: Record<string, string> = {
  by: t`with`,
  parts: t`what was imported`,
  fields: t`changed`,
  url: t`address`,
};

/** How somebody proved who they are, or came to be. */
const WAYS: Record<string, string> = {
  password: t`password`,
  totp: t`authenticator app`,
  recovery: t`recovery code`,
  passkey: t`passkey`,
  invitation: t`invitation`,
  setup: t`the set-up of the site`,
};

const REASONS: Record<string, string> = { scopes: t`its holder lost scopes` };

/** `emailAddress` → `email address`. */
const spaced = (name: string) =>
  name.replace(/[_-]/g, ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const among = (names: Record<string, string>) => (key: string) => names[key] ?? key;

/** Values that are keys: of what, their name tells. */
const KEYS: Record<string, (key: string) => string> = {
  by: among(WAYS),
  parts: among(PARTS),
  kind: kindInWords,
  reason: among(REASONS),
  changed: spaced,
  fields: spaced,
  // Of an order; elsewhere it is an address, which is no key.
  from: among(STATES),
  to: among(STATES),
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function valueInWords(name: string, value: unknown): string {
  if (typeof value === 'string' && MOMENT.test(value)) return screenFormats().dateTime(value);
  if (typeof value === 'string') return KEYS[name]?.(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => valueInWords(name, each)).join(', ');
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value === null ? '' : String(value);
}

/** Ids are for programs; what has one has a name beside it. */
const isId = (name: string) => /(?:^|_)id$|Id$/.test(name);

/** `{ given: ['editor'], taken: [] }` → `given: editor`. What is empty says nothing. */
export function detailsInWords(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([name]) => !isId(name))
    .map(([name, value]) => [NAMES[name] ?? spaced(name), valueInWords(name, value)])
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ');
}
