import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.faq',
  label: 'FAQ',
  tooltip: 'Questions that open to show their answers',
  fields: {
    heading: {
      type: 'text',
      label: 'Heading',
      search: 'heading',
      default: 'Questions and answers',
      maxLength: 200,
    },
    items: {
      type: 'list',
      label: 'Questions',
      maxItems: 100,
      item: {
        question: { type: 'text', label: 'Question', search: 'heading', maxLength: 300 },
        answer: { type: 'richText', label: 'Answer', maxLength: 20_000 },
      },
      default: [
        {
          question: 'What would visitors like to know?',
          answer: '<p>Write the answer here. It can have links, lists and tables.</p>',
        },
      ],
    },
    oneOpen: {
      type: 'switch',
      label: 'Close the others when one is opened',
      default: false,
    },
    firstOpen: { type: 'switch', label: 'Show the first answer from the start', default: false },
  },
  modal: { width: 1080, hasAdvanced: false },
  keywords: ['questions', 'answers', 'accordion', 'help', 'details', 'collapse'],
});
