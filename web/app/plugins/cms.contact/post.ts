import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import type { PostProps, PostResult } from '../contract.ts';
import { passOn } from '../forms/pass-on.ts';
import { faultInWords } from '../forms/refusals.ts';
import { dayWanted, numberWanted } from './bounds.ts';
import { type ContactFields, type ContactItem, placeOf, questionsOf } from './questions.ts';

export default function post(props: PostProps<ContactFields>): Promise<PostResult> {
  const { id, fields } = props;
  const questions = new Map(questionsOf(fields.fields ?? []).map((each) => [each.name, each]));
  return passOn(props, {
    route: '/private/contact-messages',
    place: placeOf(id),
    successPage: fields.successPage,
    faultInWords: ({ field, code }, words) => {
      const question = questions.get(field);
      return question && answerFaultInWords(code, question, words);
    },
    refusedInWords,
    failedInWords: (words) =>
      t(words)`Your message could not be sent. Please try again later, or write to us another way.`,
  });
}

function refusedInWords(problem: ProblemError, words: I18n): string | undefined {
  switch (problem.code) {
    case 'contact_trap_sprung':
      return t(
        words,
      )`Your message was taken for spam and not sent: a hidden field was filled in. Please try again without a program that fills in forms.`;
    case 'contact_script_needed':
      return t(
        words,
      )`To keep out spam, this form needs JavaScript. Please turn it on, or write to us another way.`;
    case 'file_infected':
    case 'file_not_scanned':
      return t(words)`A file was refused by the virus scanner. Your message was not sent.`;
    case 'payload_too_large':
    case 'too_many_parts':
      return t(words)`The files are too large. Please choose smaller ones.`;
  }
  return undefined;
}

function answerFaultInWords(code: string, question: ContactItem, words: I18n): string {
  const { least, most } = question;
  switch (code) {
    case 'invalid_phone':
      return t(words)`Enter a phone number.`;
    case 'invalid_date':
      return t(words)`Enter a date.`;
    case 'invalid_number':
      return t(words)`Enter a number.`;
    case 'below_min':
    case 'above_max':
    case 'out_of_range':
      return numberWanted(question, words);
    case 'not_in_range':
      return dayWanted(question, words);
    case 'not_an_option':
      return t(words)`Choose one of the options.`;
    case 'too_short':
      return t(words)`At least ${least ?? 0} characters.`;
    case 'too_long':
      if (most) return t(words)`At most ${most} characters.`;
      break;
    case 'too_few':
      return t(words)`Choose at least ${least ?? 0}.`;
    case 'too_many':
      return question.kind === 'checkboxes' && most
        ? t(words)`Choose at most ${most}.`
        : t(words)`Too many answers. Remove some and send again.`;
    case 'file_too_large':
    case 'files_too_large':
      return t(words)`The files are too large. Please choose smaller ones.`;
    case 'file_type':
      return t(words)`Files of this type are not accepted.`;
  }
  return faultInWords(code, question.kind === 'consent', words);
}
