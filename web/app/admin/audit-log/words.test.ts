import { afterEach, expect, it } from 'vitest';
import { setPerson } from '#words/screen-formats.ts';
import type { AuditRecord } from '../../api/audit-log.ts';
import { detailsInWords } from './details.ts';
import { KINDS, subjectInWords } from './words.ts';

afterEach(() => setPerson({}));

it.each([
  [{ given: ['editor', 'club'], taken: [] }, 'given: editor, club'],
  [{ emailAddress: 'a@b.example', name_before: 'Ada' }, 'email address: a@b.example · name before: Ada'],
  [{ isForced: true, count: 0, reason: null }, 'is forced: yes · count: 0'],
  [{ change: { from: 1 } }, 'change: {"from":1}'],
  [{ schemaId: '7', id: '8', schemaName: 'Diet', paid: true }, 'schema name: Diet · paid: yes'],
  [{ by: ['password', 'totp'] }, 'with: password, authenticator app'],
  [{ by: 'invitation' }, 'with: invitation'],
  [{ parts: ['settings', 'emailTemplates'] }, 'what was imported: Settings and trackers, Email templates'],
  [{ changed: ['emailAddress', 'lastName'] }, 'changed: email address, last name'],
  [{ kind: 'stock_low' }, 'kind: Products are low in stock'],
  [{ fields: [], from: 'awaiting_payment', to: 'paid' }, 'from: Awaiting payment · to: Paid'],
  [{ to: '/paid' }, 'to: /paid'],
  [{ name: 'shop', reason: 'scopes' }, 'name: shop · reason: its holder lost scopes'],
  [{}, ''],
])('detailsInWords(%j) is %s', (details, expected) => expect(detailsInWords(details)).toBe(expected));

it('detailsInWords gives moments as people read them', () => {
  setPerson({ locale: 'en-GB', timeZone: 'Europe/Berlin' });
  expect(detailsInWords({ expiresAt: '2027-02-19T10:54:10.274000+00:00' })).toBe(
    'expires at: 19 Feb 2027, 11:54',
  );
});

it.each([
  ['stripeSecretKey', '/cms-ecom/payments'],
  ['paypalOn', '/cms-ecom/payments'],
  ['cardOn', '/cms-ecom/payments'],
  ['invoiceInstructions', '/cms-ecom/payments'],
  ['currency', '/cms-ecom/settings'],
  ['sellerName', '/cms-ecom/settings'],
])('the shop’s %s is changed at %s', (subjectName, place) =>
  expect(KINDS.config?.href?.({ service: 'ecom', subjectName } as AuditRecord)).toBe(place),
);

it.each([
  ['config', 'backupSchedule', 'Schedule of backups'],
  ['config', 'stripeSecretKey', 'Secret key of Stripe'],
  ['config', 'ofALaterRelease', 'ofALaterRelease'],
  ['job', 'emails.send_mailings', 'Delivery of emails'],
  ['page', 'currency', 'currency'],
])('a record that is a %s, %s, is called %s', (subjectType, subjectName, words) =>
  expect(subjectInWords({ subjectType, subjectName } as AuditRecord)).toBe(words),
);
