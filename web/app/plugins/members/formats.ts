import { type Formats, formatsFor } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';
import { readStoredClaims } from '../../session/claims.ts';

/** As the site writes dates, at the time of the member's zone. Only for what their browser alone draws. */
export function useMemberFormats(): Formats {
  const { locale, timeZone } = useFormats();
  return formatsFor(locale, readStoredClaims()?.timezone ?? timeZone);
}
