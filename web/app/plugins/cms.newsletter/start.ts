import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { NewsletterFields } from './newsletter.ts';

export default (words: I18n): NewsletterFields => ({
  heading: t(words)`Newsletter`,
  text: `<p>${t(words)`News from us by email, now and then.`}</p>`,
  askName: 'no',
  consent: `<p>${t(words)`I want to get the newsletter by email. I can unsubscribe at any time.`}</p>`,
  button: t(words)`Subscribe`,
  message: `<p>${t(words)`Almost done: you will get an email. Please press the button in it to confirm your subscription.`}</p>`,
});
