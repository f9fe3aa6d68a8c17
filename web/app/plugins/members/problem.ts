/** Refusals of services as a form shows them, in the site's language. */
import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import { loadProblemWords } from '#words/load.ts';
import { ProblemError } from '../../api/problem.ts';

/**
 * The problem with its details in the site's language. What the services say is English, and stays as it is on sites that
 * are, but for how long to wait; for others it is told by the codes. Without a connection there may be no words to load:
 * it stays as it is.
 */
export async function translated(problem: ProblemError, i18n: I18n): Promise<ProblemError> {
  const { status } = problem;
  if (i18n.locale === 'en' && status !== 429) return problem;
  const loading = Promise.all([import('./problem-words.ts'), loadProblemWords(i18n.locale)]);
  const loaded = await loading.catch(() => undefined);
  if (!loaded) return problem;
  const [{ detailInWords, faultInWords }] = loaded;
  const errors = problem.errors.map((fault) => ({ ...fault, detail: faultInWords(fault, i18n) }));
  const { code, title, requestId, retryAfter, extensions } = problem;
  const body = { ...extensions, code, title, requestId, errors, detail: detailInWords(problem, i18n) };
  return new ProblemError(status, body, new Headers({ 'retry-after': String(retryAfter ?? '') }));
}

/** Words of a form for a refusal that has no field; undefined leaves them to the service. */
export type Words = (problem: ProblemError) => MessageDescriptor | undefined;

/** What a form says of a refusal as a whole. */
export function problemInWords(problem: ProblemError, i18n: I18n, words?: Words): string {
  const own = words?.(problem);
  if (own) return i18n._(own);
  const { status, errors, message } = problem;
  return errors.length > 0 && status !== 429 ? t(i18n)`Check the marked fields.` : message;
}
