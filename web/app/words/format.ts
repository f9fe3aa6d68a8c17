/** Dates, times, numbers, money and lists in words. Nothing else uses Intl: tests/lint/test_words.py. */
import otherDigits from './minor-digits.json' with { type: 'json' };

export type Length = 'short' | 'medium' | 'long' | 'full';

/** English that names no region is British, as the project's own words are. */
const REGIONS: Record<string, string> = { en: 'en-GB' };

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** One way to write them, at the time of one zone. */
export interface Formats {
  locale: string;
  timeZone: string | undefined;
  /** A moment's day. What is no date is given back as it is. */
  date(moment: Date | string, length?: Length): string;
  dateTime(moment: Date | string, dateLength?: Length, timeLength?: Length): string;
  /** A day of the calendar, `2026-11-22`, which is the same in every zone. */
  day(day: string, length?: Length): string;
  /** "3 minutes ago", "yesterday"; undefined within the same minute, for which each language has words of its own. */
  relative(moment: Date, now?: Date): string | undefined;
  /** `places` are the digits after the point that it has at most. */
  number(value: number, places?: number): string;
  /** `amount` in minor units: 1250 of GBP is £12.50. */
  money(amount: number, currency: string): string;
  list(items: readonly string[]): string;
}

const known = new Map<string, Formats>();

/**
 * `timeZone` left out: that of the browser. A tag or a zone that nobody knows counts as none. `language`: that of the words
 * around, where dates and numbers are written in another way than the words are; "3 minutes ago" is words.
 */
export function formatsFor(tag: string, timeZone?: string, language = tag): Formats {
  const key = `${tag} ${timeZone ?? ''} ${language}`;
  const made = known.get(key) ?? makeFormats(knownLocale(tag), knownZone(timeZone), knownLocale(language));
  known.set(key, made);
  return made;
}

function makeFormats(locale: string, timeZone: string | undefined, language: string): Formats {
  const formatters = new Map<string, unknown>();
  /** Making a formatter costs far more than using it. */
  function once<F>(key: string, make: () => F): F {
    if (!formatters.has(key)) formatters.set(key, make());
    return formatters.get(key) as F;
  }
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(JSON.stringify(options), () => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
  const write = (moment: Date | string, options: Intl.DateTimeFormatOptions) => {
    const when = new Date(moment);
    return Number.isNaN(when.getTime()) ? String(moment) : dates(options).format(when);
  };
  return {
    locale,
    timeZone,
    date: (moment, length = 'medium') => write(moment, { dateStyle: length }),
    dateTime: (moment, dateLength = 'medium', timeLength = 'short') =>
      write(moment, { dateStyle: dateLength, timeStyle: timeLength }),
    day(day, length = 'long') {
      // As a moment it would be the day before to the west of it.
      const when = new Date(`${day}T00:00Z`);
      if (Number.isNaN(when.getTime())) return day;
      return dates({ dateStyle: length, timeZone: 'UTC' }).format(when);
    },
    relative(moment, now = new Date()) {
      const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
      const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
      if (!step) return undefined;
      const format = once('relative', () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
      return format.format(Math.trunc(seconds / step[1]), step[0]);
    },
    number: (value, places = 3) =>
      once(`number ${places}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: places })).format(
        value,
      ),
    money(amount, currency) {
      const digits = minorDigits(currency);
      const format = once(currency, () => {
        const bounds = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        return new Intl.NumberFormat(locale, { style: 'currency', currency, ...bounds });
      });
      return format.format(amount / 10 ** digits);
    },
    list: (items) => once('list', () => new Intl.ListFormat(language)).format(items),
  };
}

function knownLocale(tag: string): string {
  const wanted = REGIONS[tag] ?? tag;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}

/** A language with the region that it is mostly spoken in where the tag names none: `de-DE` for `de`. */
export function localeWithRegion(tag: string): string {
  const made = regional.get(tag);
  if (made) return made;
  const { language, region } = new Intl.Locale(knownLocale(tag)).maximize();
  const locale = region ? `${language}-${region}` : language;
  regional.set(tag, locale);
  return locale;
}

/** Of a site there are few; each page asks for one. */
const regional = new Map<string, string>();

function knownZone(timeZone: string | undefined): string | undefined {
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}

const OTHER_DIGITS: Partial<Record<string, number>> = otherDigits;

/**
 * How many digits of a currency's amount are minor units, as ISO 4217 says and the services count: 2 of GBP, 0 of JPY. Intl is
 * not asked: it tells with how many digits people write prices, which differs (0 of HUF), and changes with its releases.
 */
export const minorDigits = (currency: string): number => OTHER_DIGITS[currency.toUpperCase()] ?? 2;

/** The browser's time zone; undefined where it does not tell. */
export const browserZone = (): string | undefined =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;

/** The first of the browser's languages that dates and numbers can be written in; British where there is none. */
export const browserLocale = (): string =>
  Intl.DateTimeFormat.supportedLocalesOf([...(navigator.languages ?? [])]).map(knownLocale)[0] ?? 'en-GB';

const MINUTE = 60_000;

/** What clocks show at a moment, to the minute: `2026-01-31T14:30`. `timeZone` left out: those of the browser's zone. */
export function clockAt(moment: Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: knownZone(timeZone),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The moment at which clocks show this, as `clockAt` writes it; undefined for what is no time. Of an hour that a clock leaves
 * out in spring it is the one after.
 */
export function momentAt(clock: string, timeZone?: string): Date | undefined {
  const shown = Date.parse(`${clock}Z`);
  if (Number.isNaN(shown)) return undefined;
  const offsetAt = (time: number) =>
    Date.parse(`${clockAt(new Date(time), timeZone)}Z`) - Math.floor(time / MINUTE) * MINUTE;
  // The offset that holds at that moment may differ from the one that holds where UTC shows the same.
  return new Date(shown - offsetAt(shown - offsetAt(shown)));
}

/** Every time zone that the browser knows. */
export const zoneNames = (): string[] => Intl.supportedValuesOf('timeZone');

/** What a language is called in another, and by itself. */
export function languageName(tag: string, language: string): { name: string; own: string } {
  const nameIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  return { name: nameIn(knownLocale(language)), own: nameIn(knownLocale(tag)) };
}

/** A language and its region in British English: "German (Germany)". */
export const regionName = (locale: string): string =>
  new Intl.DisplayNames(['en-GB'], { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale;

/** A currency as the screens call it: "British Pound". The code where nobody knows it. */
export const currencyName = (code: string): string =>
  new Intl.DisplayNames(['en-GB'], { type: 'currency' }).of(code) ?? code;
