import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'ecom.checkoutSuccess',
  label: 'Checkout Success',
  tooltip: 'Thanks for an order, with its number, what was ordered and how to pay',
  group: 'shop',
  order: 7,
  isUnlisted: true,
  requires: { service: 'ecom', oncePerPage: true },
  fields: {
    heading: {
      type: 'text',
      label: 'Heading',
      hint: 'Left empty: “Thank you for your order”.',
      search: 'none',
      default: '',
      maxLength: 200,
    },
    message: {
      type: 'text',
      label: 'What happens next',
      hint: 'Shown below the number of the order.',
      search: 'none',
      default: '',
      maxLength: 1000,
    },
    shopPage: {
      type: 'address',
      label: 'Page of the shop',
      hint: 'Offered where there is no order to show.',
    },
  },
  wake: 'visible',
  keywords: ['shop', 'order', 'thanks', 'receipt', 'ecommerce', 'thank you'],
});
