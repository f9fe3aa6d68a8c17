import { t } from '@lingui/core/macro';
import { type I18n, wordsOf } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import type { PostProps, PostResult } from '../contract.ts';
import { type FormStep, isRepeatable, refusalInWords } from '../forms/refusals.ts';
import { sentMark } from '../forms/sending.ts';
import { problemIn } from '../members/refused.ts';
import { type ContactFields, type ContactItem, placeOf, questionsOf } from './questions.ts';

/** Passes the form on as the browser sent it: what it may hold, cms judges by the fields that are stored. */
export default async function post(props: PostProps<ContactFields>): Promise<PostResult> {
  const { id, fields, page, site, pass } = props;
  const query = new URLSearchParams({ plugin: id, url: page.url, title: page.title.slice(0, 500) });
  const answer = await pass('cms', `/private/contact-messages?${query}`);
  if (answer.status < 300)
    return { redirect: fields.successPage || `${page.url}?sent=${sentMark(id)}#${placeOf(id)}` };
  const words = wordsOf(site.language);
  const problem = problemIn(answer);
  const questions = new Map(questionsOf(fields.fields ?? []).map((each) => [each.name, each]));
  const faults = problem.errors.flatMap(({ field, code }): [string, string][] => {
    const question = questions.get(field);
    return question ? [[field, faultInWords(code, question, words)]] : [];
  });
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
  return (
    refusalInWords(problem, words) ??
    t(words)`Your message could not be sent. Please try again later, or write to us another way.`
  );
}

function faultInWords(code: string, question: ContactItem, words: I18n): string {
  const { least, most } = question;
  switch (code) {
    case 'required':
      return question.kind === 'consent' ? t(words)`Please agree to this.` : t(words)`Please fill this in.`;
    case 'invalid_email':
      return t(words)`Enter a valid email address.`;
    case 'invalid_phone':
      return t(words)`Enter a phone number.`;
    case 'invalid_date':
      return t(words)`Enter a date.`;
    case 'invalid_number':
      return t(words)`Enter a number.`;
    case 'not_an_option':
      return t(words)`Choose one of the options.`;
    case 'too_short':
      return t(words)`At least ${least ?? 0} characters.`;
    case 'too_long':
      return most ? t(words)`At most ${most} characters.` : t(words)`This is too long.`;
    case 'too_few':
      return t(words)`Choose at least ${least ?? 0}.`;
    case 'too_many':
      return question.kind === 'checkboxes' && most
        ? t(words)`Choose at most ${most}.`
        : t(words)`These are too many.`;
    case 'file_too_large':
    case 'files_too_large':
      return t(words)`The files are too large. Please choose smaller ones.`;
    case 'file_type':
      return t(words)`Files of this type are not accepted.`;
  }
  return t(words)`This cannot be taken. Please change it.`;
}
