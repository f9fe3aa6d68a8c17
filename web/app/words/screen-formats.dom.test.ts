import { afterEach, expect, it, vi } from 'vitest';
import { chooseOwnLocale, clearClaims, followOtherTabs, storeClaims } from '../session/session-store.ts';
import { browserLocale } from './format.ts';
import { speak } from './i18n.ts';
import { screenFormats } from './screen-formats.ts';

const claimsOf = (sub: string) => ({
  sub,
  user: sub,
  exp: 4_000_000_000,
  scopes: ['editor'],
  timezone: 'UTC',
});
const sample = () => {
  const { day, number, money } = screenFormats();
  return [day('2026-12-31', 'medium'), number(1234.5), money(123_456, 'EUR').replace(/\s/g, ' ')];
};
const BRITISH = ['31 Dec 2026', '1,234.5', '€1,234.56'];
const GERMAN = ['31.12.2026', '1.234,5', '1.234,56 €'];

function browserSpeaks(...languages: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

afterEach(() => clearClaims());

it.each([
  [['de-DE', 'en'], 'de-DE'],
  [['en-US'], 'en-US'],
  [['en'], 'en-GB'],
  [['xx-unknown', 'fr-CH'], 'fr-CH'],
  [[], 'en-GB'],
])('a browser that asks for %j has dates and numbers written as %s', (languages, locale) => {
  browserSpeaks(...languages);
  expect(browserLocale()).toBe(locale);
  expect(screenFormats().locale).toBe(locale);
});

it('what a person has chosen goes before the browser, for that person alone', () => {
  storeClaims(claimsOf('ada'));
  expect(sample()).toEqual(BRITISH);
  chooseOwnLocale('de-DE');
  expect(sample()).toEqual(GERMAN);
  storeClaims(claimsOf('bob'));
  expect(sample()).toEqual(BRITISH);
  storeClaims(claimsOf('ada'));
  expect(sample()).toEqual(GERMAN);
  chooseOwnLocale(undefined);
  expect(sample()).toEqual(BRITISH);
});

it('what is chosen in another tab holds in this one', () => {
  storeClaims(claimsOf('ada'));
  const stop = followOtherTabs();
  localStorage.setItem('locale:ada', 'de-DE');
  window.dispatchEvent(new StorageEvent('storage', { key: 'locale:ada' }));
  stop();
  expect(sample()).toEqual(GERMAN);
});

it('words among them stay in the language of the screens', () => {
  browserSpeaks('de-DE');
  const { relative, list } = screenFormats();
  expect(list(['one', 'two'])).toBe('one and two');
  expect(relative(new Date('2026-01-01T00:00Z'), new Date('2026-01-01T00:03Z'))).toBe('3 minutes ago');
});

it('screens that visitors get are written as the site is', () => {
  browserSpeaks('en-US');
  speak('de');
  expect(sample()).toEqual(GERMAN);
});
