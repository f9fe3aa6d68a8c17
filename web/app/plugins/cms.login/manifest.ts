import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.login',
  label: 'Login/Logout Form',
  tooltip: 'Lets members of the site log in and out',
  group: 'members',
  dataFrom: 'content',
  fields: {
    heading: { type: 'text', label: 'Heading', default: 'Log in', maxLength: 200 },
    afterLogin: {
      type: 'address',
      label: 'Page after logging in',
      hint: 'Who was on the way to another page goes on to that one. Empty: this page.',
    },
    resetPage: {
      type: 'address',
      label: 'Page for a forgotten password',
      default: '/cms-login/reset-password',
    },
    registerPage: { type: 'address', label: 'Page to register', hint: 'Empty: no link.' },
  },
  wake: 'visible',
  keywords: ['login', 'logout', 'sign in', 'sign out', 'members', 'passkey'],
});
