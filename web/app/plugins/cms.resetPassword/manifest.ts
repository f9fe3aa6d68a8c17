import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.resetPassword',
  label: 'Reset Password',
  tooltip: 'Lets a user reset their password',
  icon: 'key-round',
  group: 'members',
  fields: {
    heading: { type: 'text', label: 'Heading', default: 'Reset your password', maxLength: 200 },
    loginPage: { type: 'address', label: 'Page to log in', default: '/cms-login' },
  },
  isInteractive: true,
  keywords: ['forgotten', 'password', 'members'],
});
