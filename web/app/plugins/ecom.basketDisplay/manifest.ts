import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'ecom.basketDisplay',
  label: 'Basket Display',
  tooltip: 'A link to the basket that says how much is in it',
  group: 'shop',
  order: 3,
  requires: { service: 'ecom' },
  fields: {
    basketPage: { type: 'address', label: 'Page with the basket' },
    label: {
      type: 'text',
      label: 'Label',
      search: 'none',
      default: '',
      maxLength: 60,
      hint: 'Empty: “Basket”.',
    },
    hideEmpty: { type: 'switch', label: 'Hide it while the basket is empty', default: false },
  },
  wake: 'idle',
  keywords: ['shop', 'cart', 'count', 'link', 'header', 'ecommerce'],
});
