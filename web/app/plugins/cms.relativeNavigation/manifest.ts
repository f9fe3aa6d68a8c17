import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.relativeNavigation',
  label: 'Relative Navigation',
  tooltip: 'Links to the pages around this one: above, beside and below it',
  emptyHint: 'Pages around this one appear here once there are some.',
  group: 'navigation',
  dataFrom: 'content',
  fields: {
    label: {
      type: 'text',
      label: 'Name of the menu',
      search: 'none',
      default: 'In this section',
      maxLength: 100,
    },
    showLabel: { type: 'switch', label: 'Show the name as a heading', default: false },
    showParent: { type: 'switch', label: 'Show the page above', default: true },
    showSiblings: { type: 'switch', label: 'Show the pages beside it', default: true },
    showChildren: { type: 'switch', label: 'Show the pages below', default: true },
    showNeighbours: { type: 'switch', label: 'Show previous and next page', default: false },
  },
  keywords: ['navigation', 'section', 'siblings', 'children', 'parent', 'previous', 'next', 'subpages'],
});
