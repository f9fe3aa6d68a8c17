import { t } from '@lingui/core/macro';
import { type I18n, wordsOf } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import type { PostProps, PostResult } from '../contract.ts';
import { type FormStep, isRepeatable, refusalInWords } from '../forms/refusals.ts';
import { sentMark } from '../forms/sending.ts';
import { problemIn } from '../members/refused.ts';
import { fieldsAsked, type NewsletterFields, placeOf } from './newsletter.ts';

/** Passes the form on as the browser sent it. The answer is the same whether the address is known or not. */
export default async function post(props: PostProps<NewsletterFields>): Promise<PostResult> {
  const { id, fields, page, site, pass } = props;
  const query = new URLSearchParams({ plugin: id, url: page.url, title: page.title.slice(0, 500) });
  const answer = await pass('cms', `/private/newsletter-sign-ups?${query}`);
  if (answer.status < 300)
    return { redirect: fields.successPage || `${page.url}?sent=${sentMark(id)}#${placeOf(id)}` };
  const words = wordsOf(site.language);
  const problem = problemIn(answer);
  const asked: string[] = fieldsAsked(fields);
  const faults = problem.errors
    .filter(({ field }) => asked.includes(field))
    .map(({ field, code }) => [field, faultInWords(field, code, words)]);
  const step: FormStep = {
    given: (problem.extensions.values as FormStep['given'] | undefined) ?? {},
    isRepeatable: isRepeatable(problem),
  };
  const said = faults.length > 0 ? t(words)`Please check what is marked.` : refusedInWords(problem, words);
  return { posted: { problem: said, faults: Object.fromEntries(faults), step } };
}

function refusedInWords(problem: ProblemError, words: I18n): string {
  switch (problem.code) {
    case 'contact_trap_sprung':
      return t(
        words,
      )`Your sign-up was taken for spam: a hidden field was filled in. Please try again without a program that fills in forms.`;
    case 'contact_script_needed':
      return t(words)`To keep out spam, this form needs JavaScript. Please turn it on.`;
    case 'mailing_list_not_configured':
      return t(words)`You cannot subscribe here yet. Please try again later.`;
  }
  return refusalInWords(problem, words) ?? t(words)`Your sign-up could not be taken. Please try again later.`;
}

function faultInWords(field: string, code: string, words: I18n): string {
  if (field === 'consent') return t(words)`Please agree to this.`;
  if (code === 'required') return t(words)`Please fill this in.`;
  if (field === 'email') return t(words)`Enter a valid email address.`;
  return code === 'too_long'
    ? t(words)`This is too long.`
    : t(words)`This cannot be taken. Please change it.`;
}
