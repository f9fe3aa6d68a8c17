import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogPost',
  label: 'Blog Post',
  tooltip: 'Makes this page a post of the blog, and shows its date, author and categories',
  emptyHint: 'Date, author and categories of the post appear here once the page is saved.',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    categories: {
      type: 'category',
      of: 'blog.categories',
      many: true,
      maxItems: 100,
      label: 'Categories',
      hint: 'A new post is in the category of the list page above it unless you choose others.',
    },
    showTitle: { type: 'switch', label: 'Show the title', default: false },
    showExcerpt: {
      type: 'switch',
      label: 'Show the page’s description',
      hint: 'Says in a sentence or two what the post is about. It is written in the page’s settings.',
      default: false,
    },
    showDate: { type: 'switch', label: 'Show the date', default: true },
    showAuthor: { type: 'switch', label: 'Show the author', default: true },
    showReadingTime: {
      type: 'switch',
      label: 'Show the reading time',
      hint: 'Says how many minutes it takes to read what everybody sees of the page.',
      default: false,
    },
    showCategories: { type: 'switch', label: 'Show the categories', default: true },
    blogPostId: {
      type: 'reference',
      to: 'blog.posts',
      label: 'Post',
      hint: 'The page’s own post is created when you save. Choose another to show that one here.',
    },
  },
  keywords: ['article', 'news', 'entry', 'author', 'date', 'standfirst', 'summary'],
});
