import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.profile',
  label: 'Profile',
  tooltip: 'Shows a member their profile data, and lets them change it',
  group: 'members',
  dataFrom: 'content',
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: 'My profile', maxLength: 200 },
    schemaId: {
      type: 'text',
      label: 'Which data',
      search: 'none',
      hint: 'Empty: all data that members may see about themselves.',
      maxLength: 36,
    },
    canEdit: { type: 'switch', label: 'Members may change it here', default: true },
    loginPage: { type: 'address', label: 'Login page', default: '/cms-login' },
  },
  modal: { width: 1080, hasAdvanced: false },
  wake: 'visible',
  keywords: ['members', 'data', 'about me'],
});
