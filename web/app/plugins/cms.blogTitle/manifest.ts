import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogTitle',
  label: 'Blog Title',
  tooltip: 'The title of the page’s blog post',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    level: {
      type: 'choice',
      label: 'Heading',
      isHeadingLevel: true,
      default: 'h1',
      options: [
        { value: 'h1', label: 'Heading 1' },
        { value: 'h2', label: 'Heading 2' },
        { value: 'h3', label: 'Heading 3' },
      ],
    },
  },
  keywords: ['post', 'article', 'heading', 'headline'],
});
