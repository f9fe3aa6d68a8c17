import { definePlugin } from '../contract.ts';
import { asStranger } from '../members/member.ts';

export default definePlugin({
  ref: 'cms.login',
  label: 'Login/Logout Form',
  tooltip: 'Lets members of the site log in and out',
  group: 'members',
  dataFrom: 'content',
  editedData: asStranger,
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: 'Log in', maxLength: 200 },
    afterLogin: {
      type: 'address',
      label: 'Page after logging in',
      hint: 'People who were asked to log in on another page return to that page. Leave it empty for this page.',
    },
    resetPage: {
      type: 'address',
      label: 'Reset password page',
      default: '/cms-login/reset-password',
    },
    registerPage: { type: 'address', label: 'Registration page', hint: 'Leave it empty for no link.' },
  },
  wake: 'visible',
  keywords: ['login', 'logout', 'sign in', 'sign out', 'members', 'passkey'],
});
