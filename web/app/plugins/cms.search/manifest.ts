import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.search',
  label: 'Search',
  tooltip: 'A search box, and the pages of the site that it finds',
  group: 'navigation',
  dataFrom: 'content',
  fields: {
    label: { type: 'text', label: 'Label', search: 'none', default: 'Search', maxLength: 60 },
    placeholder: { type: 'text', label: 'Example in the empty box', search: 'none', maxLength: 100 },
    resultsPage: {
      type: 'address',
      label: 'Page with the results',
      hint: 'A page of this site that has a search, too. Leave it empty to show the results here.',
    },
    perPage: {
      type: 'choice',
      label: 'Results at a time',
      default: '10',
      options: [
        { value: '5', label: '5' },
        { value: '10', label: '10' },
        { value: '20', label: '20' },
      ],
    },
  },
  query: {
    query: { type: 'text', maxLength: 200 },
    results: { type: 'number', min: 1, max: 1000 },
  },
  wake: 'visible',
  keywords: ['find', 'query', 'results', 'full text'],
});
