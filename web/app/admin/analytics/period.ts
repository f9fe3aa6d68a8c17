/** Which days and pages are looked at, as the address of the screen says. */

/** So many days, today included. */
export const SPANS = [7, 30, 90, 365] as const;
const USUAL = 30;

export interface Asked {
  /** Undefined for days of one's own. */
  span: number | undefined;
  start: string;
  end: string;
  path: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Google knows of no earlier one; a year that is being typed is one of them. */
const FIRST_DAY = '2015-08-14';

/** Whether there can be reports of it. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && value >= FIRST_DAY;

/** A day of the calendar that is `count` days before another. */
export function daysBefore(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - count);
  return moment.toISOString().slice(0, 10);
}

/** So many days, of which `end` is the last. */
export const daysOf = (span: number, end: string) => ({ start: daysBefore(end, span - 1), end });

/** The path that was typed; its slash may be left out. */
export const pathIn = (text: string) => (text && !text.startsWith('/') ? `/${text}` : text);

/** The day that it is in the browser's zone. */
export function today(now = new Date()): string {
  return daysBefore(new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10), 0);
}

/** Reads it from an address; what makes no sense there counts as left out. */
export function readAsked(search: URLSearchParams, end = today()): Asked {
  const path = search.get('path')?.trim() ?? '';
  const own = { start: search.get('from') ?? '', end: search.get('to') ?? '' };
  const asked = { path: path.startsWith('/') ? path : '' };
  if (isDay(own.start) && isDay(own.end)) return { ...asked, ...own, span: undefined };
  const days = Number(search.get('days'));
  const span = SPANS.find((each) => each === days) ?? USUAL;
  return { ...asked, span, ...daysOf(span, end) };
}

/** The address's search for what is asked; what is usual is left out. */
export function searchOf({ span, start, end, path }: Asked): string {
  const search = new URLSearchParams({
    ...(span === undefined ? { from: start, to: end } : span !== USUAL && { days: String(span) }),
    ...(path && { path }),
  });
  return String(search);
}
