import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.blogList',
  label: 'Blog List',
  tooltip: 'Posts of a category, the newest first',
  group: 'blog',
  dataFrom: 'content',
  fields: {
    displayMode: {
      type: 'choice',
      label: 'Display',
      default: 'list',
      options: [
        { value: 'list', label: 'List with pages: all posts of the category' },
        { value: 'cards', label: 'Cards: the newest posts' },
        { value: 'titles', label: 'Titles: the newest posts' },
      ],
    },
    blogCategoryId: {
      type: 'category',
      of: 'blog.categories',
      label: 'Category',
      hint: 'Left empty, a list gets a category of its own, named after its page; cards and titles show all posts.',
    },
    count: { type: 'number', label: 'Posts at a time', default: 10, min: 1, max: 100, integer: true },
    showImage: {
      type: 'switch',
      label: 'Show images',
      hint: 'The first image on each post’s page. Titles have none.',
      default: true,
    },
    showDate: { type: 'switch', label: 'Show dates', default: true },
    showAuthor: { type: 'switch', label: 'Show authors', default: false },
    showExcerpt: {
      type: 'switch',
      label: 'Show the pages’ descriptions',
      hint: 'A page without one is shown with its first words that everyone can see. Lists of titles show neither.',
      default: true,
    },
  },
  query: { 'posts-page': { type: 'number', min: 1, max: 10_000 } },
  keywords: ['posts', 'articles', 'news', 'archive', 'latest', 'category', 'feed', 'rss'],
});
