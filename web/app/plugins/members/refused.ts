/** On the server: what a form shows whose call a service has refused. */
import { ProblemError } from '../../api/problem.ts';
import type { Posted, ServiceAnswer } from '../contract.ts';
import { problemWords, type Words } from './problem-words.ts';

/** The refusal as browsers know it. */
export function problemIn({ status, body, retryAfter }: ServiceAnswer): ProblemError {
  const headers = new Headers(retryAfter ? { 'Retry-After': String(retryAfter) } : {});
  return new ProblemError(status, typeof body === 'object' && body !== null ? { ...body } : {}, headers);
}

/** `values` are what is shown again; a password is never among them. */
export function refused(problem: ProblemError, values: Posted['values'], words?: Words): Posted {
  const faults = Object.fromEntries(problem.errors.map(({ field, detail }) => [field, detail]));
  return { values, problem: problemWords(problem, words), faults };
}
