/** The proof that a form requires of its sender: a ticket, and a puzzle's solution or a captcha's value. */
import { Captcha, CaptchaFailure } from './captcha.ts';
import { solve } from './solve.ts';

interface Ticket {
  ticket: string;
  difficulty: number;
  captchaProvider: string;
  captchaSiteKey: string;
}

/** What goes with a message: its ticket, and what was asked for it. */
export type Proof = Record<'ticket' | 'solution' | 'captcha', string>;

export interface Challenge {
  ticket: string;
  /** Of a site that has a provider; otherwise a puzzle is solved meanwhile. */
  captcha?: Captcha;
  solution?: Promise<string>;
}

/** Rejects with a `CaptchaFailure` when the provider's script cannot be had. */
export async function challengeFor(form: HTMLFormElement): Promise<Challenge> {
  const answer = await fetch('/cms/contact-forms/tickets', { method: 'POST' });
  if (!answer.ok) throw new Error(`No ticket: ${answer.status}`);
  const { ticket, difficulty, captchaProvider, captchaSiteKey }: Ticket = await answer.json();
  const place = captchaPlace(form);
  if (!captchaProvider || !place) return { ticket, solution: solve(ticket, difficulty) };
  place.hidden = false;
  return { ticket, captcha: await Captcha.load(captchaProvider, captchaSiteKey, place) };
}

/** Waits until the visitor has solved a captcha. Rejects with a `CaptchaFailure` where it does not work. */
export async function proofOf({ ticket, captcha, solution }: Challenge): Promise<Proof> {
  return { ticket, solution: (await solution) ?? '', captcha: (await captcha?.solution()) ?? '' };
}

export const captchaPlace = (form: HTMLFormElement) => form.querySelector<HTMLElement>('.pw-form-captcha');

/** What is said of a failure: of the captcha its own words, which help; of all else the form's. */
export function wordsOf(failure: unknown, form: HTMLFormElement): string {
  const own = failure instanceof CaptchaFailure ? captchaPlace(form)?.dataset.failed : undefined;
  return own ?? form.dataset.failed ?? '';
}
