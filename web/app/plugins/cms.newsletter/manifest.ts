import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.newsletter',
  label: 'Newsletter',
  tooltip: 'A sign-up form for a mailing list',
  order: 70,
  // It has none; but its form is passed on unread, as one with files.
  takesFiles: true,
  query: { sent: { type: 'number', min: 1, max: 999, isCacheable: false } },
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: 'Newsletter', maxLength: 200 },
    text: {
      type: 'richText',
      label: 'Text',
      default: '<p>News from us by email, now and then.</p>',
      maxLength: 5000,
    },
    askName: {
      type: 'choice',
      label: 'Name',
      default: 'no',
      options: [
        { value: 'no', label: 'Not asked for' },
        { value: 'optional', label: 'Asked for, may be left out' },
        { value: 'required', label: 'Required' },
      ],
    },
    consent: {
      type: 'richText',
      label: 'What people agree to',
      hint: 'Link the page that says what happens to the data. Empty: nothing has to be ticked.',
      default: '<p>I want to get the newsletter by email. I can unsubscribe at any time.</p>',
      maxLength: 2000,
    },
    button: { type: 'text', label: 'Button', default: 'Subscribe', maxLength: 60, search: 'none' },
    list: {
      type: 'reference',
      to: 'mailingLists',
      label: 'Mailing list',
      hint: 'Empty: the site’s own list “Newsletter”.',
    },
    message: {
      type: 'richText',
      label: 'Message after sending',
      default:
        '<p>Almost done: you will get an email. Please press the button in it to confirm your subscription.</p>',
      maxLength: 5000,
      search: 'none',
    },
    successPage: { type: 'address', label: 'Page after sending', hint: 'Shown instead of the message.' },
  },
  wake: 'visible',
  keywords: ['subscribe', 'mailing list', 'mailchimp', 'campaign monitor', 'email', 'form'],
});
