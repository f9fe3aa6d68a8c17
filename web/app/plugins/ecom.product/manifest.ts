import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'ecom.product',
  label: 'Product',
  tooltip: 'A product of the shop, to choose and to put into the basket',
  group: 'shop',
  order: 1,
  dataFrom: 'ecom',
  requires: { service: 'ecom' },
  fields: {
    product: {
      type: 'reference',
      to: 'productGroups',
      label: 'Product',
      hint: 'Leave it empty on the page that shows whichever product its address names, as links from categories do.',
    },
    heading: {
      type: 'choice',
      label: 'Its name is',
      isHeadingLevel: true,
      default: 'h1',
      options: [
        { value: 'h1', label: 'The heading of the page' },
        { value: 'h2', label: 'A heading on the page' },
      ],
    },
    showDescription: { type: 'switch', label: 'Show the description', default: true },
    showSku: { type: 'switch', label: 'Show the article number', default: false },
    basketPage: {
      type: 'address',
      label: 'Page with the basket',
      hint: 'The link to it appears once the product is in the basket.',
    },
  },
  namedBy: { parameter: 'product', unless: 'product' },
  query: { product: { type: 'text', maxLength: 100 } },
  wake: 'visible',
  keywords: ['shop', 'buy', 'price', 'variant', 'article', 'ecommerce', 'add to basket', 'cart'],
});
