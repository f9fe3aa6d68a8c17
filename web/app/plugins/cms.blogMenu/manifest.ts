import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogMenu',
  label: 'Blog Menu',
  tooltip: 'A list of sub categories in the current category',
  emptyHint: 'Categories below this one appear here once they have a page.',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    label: {
      type: 'text',
      label: 'Name of the menu',
      default: 'Categories',
      maxLength: 100,
    },
    showLabel: { type: 'switch', label: 'Show the name as a heading', default: true },
  },
  keywords: ['posts', 'categories', 'navigation', 'links'],
});
