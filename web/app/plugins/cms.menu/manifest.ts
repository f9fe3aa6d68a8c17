import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.menu',
  label: 'Menu',
  tooltip: 'Links to the pages that are set to show in the menu',
  emptyHint: 'Pages that are set to show in the menu appear here.',
  group: 'navigation',
  styleClass: 'cms-menu',
  dataFrom: 'content',
  fields: {
    showSiteName: { type: 'switch', label: 'Show the site’s logo or name', default: true },
    logo: {
      type: 'address',
      label: 'Address of another logo',
      default: '',
      hint: 'Shown before the site’s name, or instead of it. The site’s own logo is set under Site.',
    },
    orientation: {
      type: 'choice',
      label: 'Direction',
      default: 'horizontal',
      options: [
        { value: 'horizontal', label: 'Side by side' },
        { value: 'vertical', label: 'One below the other' },
      ],
    },
    label: {
      type: 'text',
      label: 'Name of the menu',
      search: 'none',
      default: 'Main menu',
      maxLength: 100,
      hint: 'Read out by screen readers, to tell several menus of a page apart.',
    },
  },
  keywords: ['navigation', 'links', 'header', 'pages'],
});
