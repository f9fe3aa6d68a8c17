import { t } from '@lingui/core/macro';
import { browserLocale, formatsFor, regionName } from '#words/format.ts';

/** As the browser has it. */
export const AUTOMATIC = 'auto';

/** The ways to write dates and numbers that are offered; each browser knows more, and chooses those by itself. */
const LOCALES = (
  'en-GB en-US en-AU en-CA en-IE en-IN en-NZ en-ZA cs-CZ da-DK de-AT de-CH de-DE es-ES es-MX fi-FI fr-BE fr-CA fr-CH ' +
  'fr-FR hu-HU it-IT ja-JP nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT sv-SE tr-TR'
).split(' ');
const SAMPLE_DAY = '2026-12-31';
const SAMPLE_AMOUNT = 123_456;

/** What dates and amounts look like: "31 Dec 2026 · €1,234.56". */
function sampleOf(locale: string): string {
  const { day, money } = formatsFor(locale);
  return `${day(SAMPLE_DAY, 'medium')} · ${money(SAMPLE_AMOUNT, 'EUR')}`;
}

/** A field that asks how dates and numbers are written; `present` is offered whatever it is. */
export function localeField(present: string | undefined, hint?: string) {
  const offered = present && !LOCALES.includes(present) ? [...LOCALES, present] : LOCALES;
  const options = offered.map((locale) => ({
    value: locale,
    label: `${regionName(locale)}: ${sampleOf(locale)}`,
  }));
  const automatic = { value: AUTOMATIC, label: t`Like this browser: ${sampleOf(browserLocale())}` };
  return {
    type: 'choice',
    label: t`Date and number format`,
    hint,
    options: [automatic, ...options],
  } as const;
}
