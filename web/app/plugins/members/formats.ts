import { type Formats, formatsFor } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';
import { CLAIMS_KEY, parseClaims } from '../../session/claims.ts';

/** As the site writes dates, at the time of the member's zone. Only for what their browser alone draws. */
export function useMemberFormats(): Formats {
  const { locale, timeZone } = useFormats();
  return formatsFor(locale, parseClaims(localStorage.getItem(CLAIMS_KEY))?.timezone ?? timeZone);
}
