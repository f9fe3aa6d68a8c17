import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.accountManagement',
  label: 'Account Management',
  tooltip:
    'Lets a member change name, address and password, see orders and where they are logged in, and leave',
  group: 'members',
  dataFrom: 'content',
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: 'My account', maxLength: 200 },
    loginPage: { type: 'address', label: 'Login page', default: '/cms-login' },
    basketPage: {
      type: 'address',
      label: 'Page with the basket',
      hint: 'Where the site has a shop: offered to those who order again.',
    },
    canDelete: {
      type: 'switch',
      label: 'Members may delete their account',
      default: true,
    },
  },
  wake: 'visible',
  keywords: ['settings', 'password', 'passkey', 'email', 'members', 'sessions', 'orders'],
});
