import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.breadcrumb',
  label: 'Breadcrumb',
  tooltip: 'Helps users navigate the site: links to the pages above this one',
  group: 'navigation',
  dataFrom: 'content',
  fields: {
    homeLabel: {
      type: 'text',
      label: 'Label for the home page',
      search: 'none',
      default: '',
      maxLength: 60,
      hint: 'Empty: the name that it has in the menu.',
    },
    showCurrent: { type: 'switch', label: 'Show this page, too', default: true },
    separator: {
      type: 'choice',
      label: 'Between the links',
      default: 'chevron',
      options: [
        { value: 'chevron', label: 'An arrow' },
        { value: 'slash', label: 'A slash' },
        { value: 'dot', label: 'A dot' },
      ],
    },
  },
  keywords: ['navigation', 'path', 'you are here', 'trail', 'parents'],
});
