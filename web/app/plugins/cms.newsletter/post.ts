import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import type { PostProps, PostResult } from '../contract.ts';
import { passOn } from '../forms/pass-on.ts';
import { faultInWords } from '../forms/refusals.ts';
import { fieldsAsked, type NewsletterFields, placeOf } from './newsletter.ts';

/** The answer is the same whether the address is known or not. */
export default function post(props: PostProps<NewsletterFields>): Promise<PostResult> {
  const { id, fields } = props;
  const asked: string[] = fieldsAsked(fields);
  return passOn(props, {
    route: '/private/newsletter-sign-ups',
    place: placeOf(id),
    successPage: fields.successPage,
    faultInWords: ({ field, code }, words) =>
      asked.includes(field) ? faultInWords(code, field === 'consent', words) : undefined,
    refusedInWords,
    failedInWords: (words) => t(words)`Your sign-up could not be accepted. Please try again later.`,
  });
}

function refusedInWords(problem: ProblemError, words: I18n): string | undefined {
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
  return undefined;
}
