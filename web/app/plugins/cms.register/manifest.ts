import { definePlugin } from '../contract.ts';
import { asStranger } from '../members/member.ts';

export default definePlugin({
  ref: 'cms.register',
  label: 'Register',
  tooltip: 'A register form for new users',
  group: 'members',
  dataFrom: 'content',
  editedData: asStranger,
  fields: {
    heading: {
      type: 'text',
      label: 'Heading',
      search: 'heading',
      default: 'Create an account',
      maxLength: 200,
    },
    terms: {
      type: 'richText',
      label: 'Small print',
      hint: 'Shown above the button: what happens to the data, which rules hold.',
      maxLength: 5000,
    },
    afterRegister: {
      type: 'address',
      label: 'Page after the address is confirmed',
      hint: 'Empty: this page.',
    },
    loginPage: { type: 'address', label: 'Login page', default: '/cms-login' },
  },
  wake: 'visible',
  keywords: ['sign up', 'registration', 'members', 'account', 'join'],
});
