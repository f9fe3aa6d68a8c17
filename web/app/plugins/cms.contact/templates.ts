/** Forms to start from, in the site's language. */
import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ContactItem } from './questions.ts';

const name = (words: I18n): ContactItem => ({
  kind: 'text',
  name: 'name',
  label: t(words)`Your name`,
  isRequired: true,
  width: 'half',
  autoComplete: 'name',
});
const email = (words: I18n): ContactItem => ({
  kind: 'email',
  name: 'email',
  label: t(words)`Email address`,
  isRequired: true,
  width: 'half',
});
const consent = (words: I18n): ContactItem => ({
  kind: 'consent',
  name: 'consent',
  label: t(words)`Privacy`,
  isRequired: true,
  statement: `<p>${t(words)`I agree that my details are used to answer this message.`}</p>`,
});

export function contactForm(words: I18n): ContactItem[] {
  return [
    name(words),
    email(words),
    { kind: 'longText', name: 'message', label: t(words)`Message`, isRequired: true },
    consent(words),
  ];
}

export function appointmentForm(words: I18n): ContactItem[] {
  const [byPhone, byEmail] = [t(words)`By phone`, t(words)`By email`];
  return [
    name(words),
    email(words),
    { kind: 'date', name: 'day', label: t(words)`Preferred day`, isRequired: true, width: 'half' },
    {
      kind: 'select',
      name: 'time',
      label: t(words)`Time of day`,
      width: 'half',
      options: [t(words)`Morning`, t(words)`Afternoon`, t(words)`Evening`].join('\n'),
    },
    {
      kind: 'radios',
      name: 'answer',
      label: t(words)`How may we answer?`,
      isRequired: true,
      options: [byEmail, byPhone].join('\n'),
    },
    {
      kind: 'phone',
      name: 'phone',
      label: t(words)`Phone number`,
      isRequired: true,
      when: 'answer',
      equals: byPhone,
    },
    { kind: 'longText', name: 'message', label: t(words)`What is it about?` },
    consent(words),
  ];
}

export function feedbackForm(words: I18n): ContactItem[] {
  return [
    {
      kind: 'radios',
      name: 'rating',
      label: t(words)`How did you like it?`,
      isRequired: true,
      options: [t(words)`Very much`, t(words)`It was all right`, t(words)`Not at all`].join('\n'),
    },
    { kind: 'longText', name: 'message', label: t(words)`What could be better?` },
    { kind: 'file', name: 'picture', label: t(words)`A picture`, accepts: ['images'] },
    { ...email(words), isRequired: false, width: 'full', hint: t(words)`Only if you would like an answer.` },
    consent(words),
  ];
}
