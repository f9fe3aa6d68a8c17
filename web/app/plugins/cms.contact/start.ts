import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { ContactFields } from './questions.ts';
import { contactForm } from './templates.ts';

export default (words: I18n): ContactFields => ({
  heading: t(words)`Contact us`,
  button: t(words)`Send`,
  message: `<p>${t(words)`Thank you. Your message is on its way, and you will hear from us soon.`}</p>`,
  fields: contactForm(words),
});
