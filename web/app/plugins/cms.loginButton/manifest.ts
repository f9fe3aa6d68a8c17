import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.loginButton',
  label: 'Login Button',
  tooltip: 'A button that leads to the login, and logs out whoever is logged in',
  group: 'members',
  dataFrom: 'content',
  fields: {
    loginPage: { type: 'address', label: 'Page to log in', default: '/cms-login' },
    loginLabel: { type: 'text', label: 'Words to log in', default: 'Log in', maxLength: 60 },
    logoutLabel: { type: 'text', label: 'Words to log out', default: 'Log out', maxLength: 60 },
    accountPage: {
      type: 'address',
      label: 'Page of one’s account',
      hint: 'Shown to whoever is logged in. Empty: no link.',
    },
    accountLabel: { type: 'text', label: 'Words for the account', default: 'My account', maxLength: 60 },
  },
  wake: 'press',
  keywords: ['login', 'logout', 'sign in', 'sign out', 'members', 'account'],
});
