/** How the screens write dates, numbers and money: in their language, at the time of the person's zone. */
import { type Formats, formatsFor } from './format.ts';
import { i18n } from './i18n.ts';

let personZone: string | undefined;

/** The zone of whoever is logged in; undefined: the browser's. */
export function setPersonZone(timeZone: string | undefined): void {
  personZone = timeZone;
}

export const screenFormats = (): Formats => formatsFor(i18n.locale, personZone);
