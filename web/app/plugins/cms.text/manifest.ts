import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.text',
  label: 'Text',
  tooltip: 'Headings, paragraphs, lists, quotes, tables and code',
  order: 1,
  styleClass: 'cms-text',
  fields: {
    content: { type: 'richText', label: 'Text', default: '', maxLength: 200_000 },
  },
  modal: { width: 760, hasAdvanced: false },
  keywords: ['paragraph', 'heading', 'rich text', 'list', 'quote', 'table', 'code', 'writing'],
});
