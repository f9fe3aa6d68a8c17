import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogDate',
  label: 'Blog Date',
  tooltip: 'A blog post date',
  emptyHint: 'The date of a post appears here once its page is saved.',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    length: {
      type: 'choice',
      label: 'Format',
      default: 'long',
      options: [
        { value: 'short', label: 'Short' },
        { value: 'medium', label: 'Medium' },
        { value: 'long', label: 'Long' },
        { value: 'full', label: 'With the day of the week' },
      ],
    },
  },
  keywords: ['post', 'article', 'published', 'time'],
});
