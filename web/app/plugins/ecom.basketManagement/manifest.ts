import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'ecom.basketManagement',
  label: 'Basket Management',
  tooltip: 'The basket, to change what is in it, and the way to the checkout',
  group: 'shop',
  order: 4,
  dataFrom: 'ecom',
  isUnlisted: true,
  requires: { service: 'ecom', oncePerPage: true },
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: '', maxLength: 200 },
    checkoutPage: { type: 'address', label: 'Page with the checkout' },
    shopPage: { type: 'address', label: 'Page of the shop', hint: 'Offered where the basket is empty.' },
    showDelivery: { type: 'switch', label: 'Show what delivery to a postcode costs', default: true },
    showLink: {
      type: 'switch',
      label: 'Offer a link that takes the basket to another device',
      default: true,
    },
  },
  wake: 'visible',
  keywords: ['shop', 'cart', 'quantity', 'remove', 'ecommerce'],
});
