import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.sitemap',
  label: 'Sitemap',
  tooltip: 'An automatic list of links to the pages of the site',
  emptyHint: 'Pages appear here once there are some.',
  group: 'navigation',
  dataFrom: 'content',
  fields: {
    label: {
      type: 'text',
      label: 'Name of the list',
      search: 'none',
      default: 'Sitemap',
      maxLength: 100,
      hint: 'Read out by screen readers.',
    },
    startPage: {
      type: 'page',
      label: 'Pages below',
      hint: 'Empty: all pages of the site.',
    },
    depth: {
      type: 'number',
      label: 'Levels',
      default: 3,
      min: 1,
      max: 6,
      integer: true,
    },
    columns: {
      type: 'choice',
      label: 'Columns',
      default: '1',
      options: [
        { value: '1', label: '1' },
        { value: '2', label: '2' },
        { value: '3', label: '3' },
        { value: '4', label: '4' },
      ],
    },
  },
  keywords: ['navigation', 'pages', 'overview', 'index', 'links', 'contents'],
});
