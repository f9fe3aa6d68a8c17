import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogPostMenu',
  label: 'Blog Post Menu',
  tooltip: 'Links to the newest posts in the current category',
  emptyHint: 'Other posts appear here once there are some.',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    displayMode: {
      type: 'choice',
      label: 'Display',
      default: 'titles',
      options: [
        { value: 'titles', label: 'Titles: all of the newest posts' },
        { value: 'cards', label: 'Cards: the newest posts other than this one' },
      ],
    },
    label: {
      type: 'text',
      label: 'Name of the menu',
      default: 'Latest posts',
      maxLength: 100,
      // It says nothing of the page: each post ends with the same.
      search: 'none',
    },
    showLabel: { type: 'switch', label: 'Show the name as a heading', default: true },
    count: { type: 'number', label: 'Posts at most', default: 10, min: 1, max: 100, integer: true },
  },
  keywords: [
    'posts',
    'articles',
    'navigation',
    'links',
    'latest',
    'recent',
    'cards',
    'read next',
    'read more',
    'related',
  ],
});
