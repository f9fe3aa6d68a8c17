/** What a problem is called on the screen: what happened and what to do, in plain words where nothing answered. */
import { t } from '@lingui/core/macro';
import { ProblemError } from '../api/problem.ts';

export interface ProblemWords {
  title: string;
  detail: string | undefined;
}

/** Of services, and of what answers in their place, that say no more than that something is away. */
const SAYS_NOTHING = [
  'unavailable',
  'database_unavailable',
  'service_unavailable',
  'service_unreachable',
  'service_timed_out',
  'identity_unavailable',
  'not_ready',
];

/** By what its addresses begin with. The others' are shared, and name no service. */
function notAnswering(area: string | undefined): string {
  if (area === 'ecom') return t`The shop’s service does not answer at the moment`;
  if (area === 'crm') return t`The service for customer relationships does not answer at the moment`;
  if (area === 'auth') return t`The service for accounts does not answer at the moment`;
  return t`A service of the site does not answer at the moment`;
}

/** What a service that answers in another's place says of itself: "The virus scanner does not answer." */
function ownWords({ detail, title, code }: ProblemError): string | undefined {
  const isTitle = code.startsWith('http_') && detail?.replace(/\.$/, '') === title;
  if (SAYS_NOTHING.includes(code) || isTitle) return undefined;
  return detail;
}

/** Of something that was to be read: nothing is lost by that. */
export function wordsOf(problem: ProblemError): ProblemWords {
  const { code, status, title, detail } = problem;
  if (code === 'network_error')
    return {
      title: t`No connection`,
      detail: t`The server could not be reached. Nothing was lost. Check your connection and try again.`,
    };
  if (code === 'timeout')
    return {
      title: t`No answer`,
      detail: t`The server took too long to answer. Nothing was lost. Try again in a minute.`,
    };
  if (problem.isUnreachable)
    return {
      title: notAnswering(problem.area),
      detail: ownWords(problem) ?? t`Nothing was lost. Try again in a minute.`,
    };
  if (detail?.replace(/\.$/, '') !== title) return { title, detail };
  return {
    title,
    detail: status === 404 ? t`It may have been deleted, or its address is incorrect.` : undefined,
  };
}

/** In a sentence; also of something that was to be written, which may have been done all the same. */
export function sentenceOf(problem: ProblemError): string {
  const { code, detail, title } = problem;
  if (code === 'network_error')
    return t`The server could not be reached. Check your connection and try again.`;
  if (code === 'timeout') return t`The server took too long to answer. Please try again.`;
  if (!problem.isUnreachable) return detail ?? title;
  return ownWords(problem) ?? t`${notAnswering(problem.area)}. Try again in a minute.`;
}

/** Anything that was thrown, in a sentence. */
export function saidOf(problem: unknown): string {
  if (problem instanceof ProblemError) return sentenceOf(problem);
  return typeof problem === 'string' ? problem : t`An unexpected error has occurred.`;
}
