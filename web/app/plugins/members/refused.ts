/** On the server: what a form shows whose call a service has refused. */
import { wordsOf } from '#words/i18n.ts';
import { ProblemError } from '../../api/problem.ts';
import type { Posted, ServiceAnswer, ViewSite } from '../contract.ts';
import { problemInWords, translated, type Words } from './problem.ts';

/** The refusal as browsers know it. */
export function problemIn({ status, body, retryAfter }: ServiceAnswer): ProblemError {
  const headers = new Headers(retryAfter ? { 'Retry-After': String(retryAfter) } : {});
  return new ProblemError(status, typeof body === 'object' && body !== null ? { ...body } : {}, headers);
}

/** In the site's language. `values` are what is shown again; a password is never among them. */
export async function refused(
  problem: ProblemError,
  values: Posted['values'],
  site: ViewSite,
  words?: Words,
): Promise<Posted> {
  const i18n = wordsOf(site.language);
  const said = await translated(problem, i18n);
  const faults = Object.fromEntries(said.errors.map(({ field, detail }) => [field, detail]));
  return { values, problem: problemInWords(said, i18n, words), faults };
}
