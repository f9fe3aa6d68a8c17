/**
 * How somebody wants dates and numbers written, kept in this browser for each account: the claims do not carry it, and the
 * first screen that is drawn has to know it.
 */
const PREFIX = 'locale:';

/** Undefined: as the browser has it. */
export function chosenLocale(sub: string | undefined): string | undefined {
  return (sub && localStorage.getItem(PREFIX + sub)) || undefined;
}

export function keepLocale(sub: string, locale: string | undefined): void {
  if (locale) localStorage.setItem(PREFIX + sub, locale);
  else localStorage.removeItem(PREFIX + sub);
}

export const isLocaleKey = (key: string): boolean => key.startsWith(PREFIX);
