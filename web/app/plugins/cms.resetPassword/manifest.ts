import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.resetPassword',
  label: 'Reset Password',
  tooltip: 'Lets a user reset their password',
  group: 'members',
  dataFrom: 'content',
  fields: {
    heading: {
      type: 'text',
      label: 'Heading',
      search: 'heading',
      default: 'Reset your password',
      maxLength: 200,
    },
    loginPage: { type: 'address', label: 'Login page', default: '/cms-login' },
  },
  wake: 'visible',
  keywords: ['forgotten', 'password', 'members'],
});
