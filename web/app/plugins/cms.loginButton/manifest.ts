import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.loginButton',
  label: 'Login Button',
  tooltip: 'A button to log in with, and to log out again',
  group: 'members',
  dataFrom: 'content',
  fields: {
    loginPage: { type: 'address', label: 'Login page', default: '/cms-login' },
    loginLabel: { type: 'text', label: 'Label to log in', search: 'none', default: 'Log in', maxLength: 60 },
    logoutLabel: {
      type: 'text',
      label: 'Label to log out',
      search: 'none',
      default: 'Log out',
      maxLength: 60,
    },
    accountPage: {
      type: 'address',
      label: 'Account page',
      hint: 'Logged-in members see a link to it. Leave it empty for no link.',
    },
    accountLabel: {
      type: 'text',
      label: 'Label for the account',
      search: 'none',
      default: 'My account',
      maxLength: 60,
    },
  },
  wake: 'press',
  keywords: ['login', 'logout', 'sign in', 'sign out', 'members', 'account'],
});
