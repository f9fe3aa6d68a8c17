/** On the server: what a form that was sent says of a refusal, in the site's language. */
import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import { tooMany } from '../members/too-many.ts';

/** What the view shows again. */
export interface FormStep {
  /** What was typed, by the names of the fields. */
  given: Readonly<Record<string, readonly string[]>>;
  /** The script gets another ticket and sends the form once more. */
  isRepeatable: boolean;
}

const REPEATABLE = ['contact_ticket_expired', 'contact_ticket_used'];

export function isRepeatable({ code }: ProblemError): boolean {
  return REPEATABLE.includes(code);
}

/** What is the same for all forms; undefined leaves it to the form. */
export function refusalInWords(problem: ProblemError, words: I18n): string | undefined {
  switch (problem.code) {
    case 'contact_too_quick':
    case 'contact_ticket_missing':
      return t(words)`To prevent spam, please wait a few seconds and send the form again.`;
    case 'contact_ticket_expired':
    case 'contact_ticket_used':
    case 'contact_proof_invalid':
      return t(words)`That did not work. Please send the form again.`;
    case 'captcha_failed':
      return t(words)`Please confirm again that you are not a robot.`;
    case 'contact_too_many':
      return tooMany(problem.retryAfter, words);
  }
  return undefined;
}

/** What is the same for the fields of all forms. `isConsent`: it is a box to tick. */
export function faultInWords(code: string, isConsent: boolean, words: I18n): string {
  switch (code) {
    case 'required':
      return isConsent ? t(words)`Please agree to this.` : t(words)`Please fill this in.`;
    case 'invalid_email':
      return t(words)`Enter a valid email address.`;
    case 'too_long':
      return t(words)`This is too long.`;
  }
  return t(words)`This cannot be accepted. Please change it.`;
}
