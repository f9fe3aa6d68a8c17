/** On the server: what a form that cms judges does once it is sent. */
import { t } from '@lingui/core/macro';
import { type I18n, wordsOf } from '#words/i18n.ts';
import type { FieldFault, ProblemError } from '../../api/problem.ts';
import type { Fields, PostProps, PostResult } from '../contract.ts';
import { problemIn } from '../members/refused.ts';
import { type FormStep, isRepeatable, refusalInWords } from './refusals.ts';
import { sentMark } from './sending.ts';

/** What is a form's own. */
interface Judged {
  /** The private route of cms that judges what was sent. */
  route: string;
  /** The id of the form's part of the page. */
  place: string;
  /** The editor's choice of a page to go on with. */
  successPage: string | undefined;
  /** What is said of a field; undefined where the form has no such field. */
  faultInWords: (fault: FieldFault, words: I18n) => string | undefined;
  /** What is said of a refusal that has no field. */
  refusedInWords: (problem: ProblemError, words: I18n) => string | undefined;
  /** What is said of all other refusals. */
  failedInWords: (words: I18n) => string;
}

/** Passes the form on as the browser sent it: what it may hold, cms judges by the fields that are stored. */
export async function passOn<F extends Fields>(props: PostProps<F>, judged: Judged): Promise<PostResult> {
  const { id, page, site, pass } = props;
  const query = new URLSearchParams({ plugin: id, url: page.url, title: page.title.slice(0, 500) });
  const answer = await pass('cms', `${judged.route}?${query}`);
  if (answer.status < 300)
    return { redirect: judged.successPage || `${page.url}?sent=${sentMark(id)}#${judged.place}` };
  const words = wordsOf(site.language);
  const problem = problemIn(answer);
  const faults = problem.errors.flatMap((fault): [string, string][] => {
    const said = judged.faultInWords(fault, words);
    return said ? [[fault.field, said]] : [];
  });
  const step: FormStep = {
    given: (problem.extensions.values as FormStep['given'] | undefined) ?? {},
    isRepeatable: isRepeatable(problem),
  };
  const said =
    faults.length > 0
      ? t(words)`Check the marked fields.`
      : (judged.refusedInWords(problem, words) ??
        refusalInWords(problem, words) ??
        judged.failedInWords(words));
  return { posted: { problem: said, faults: Object.fromEntries(faults), step } };
}
