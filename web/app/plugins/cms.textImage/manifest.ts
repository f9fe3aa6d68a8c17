import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.textImage',
  label: 'Text and image',
  tooltip: 'An automatically alternating text and image pair',
  order: 2,
  styleClass: 'cms-text-image',
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: '', maxLength: 200 },
    text: { type: 'richText', label: 'Text', default: '', maxLength: 50_000 },
    image: { type: 'address', label: 'Image address', default: '' },
    imageAlt: {
      type: 'text',
      label: 'Image description',
      default: '',
      maxLength: 300,
      hint: 'Read out to people who cannot see the image. Leave it empty if the image only decorates.',
    },
    imageWidth: {
      type: 'number',
      label: 'Image width',
      min: 1,
      max: 10_000,
      integer: true,
      hint: 'In pixels. Width and height keep the page from jumping while the image loads.',
    },
    imageHeight: { type: 'number', label: 'Image height', min: 1, max: 10_000, integer: true },
    side: {
      type: 'choice',
      label: 'Image side',
      default: 'auto',
      options: [
        { value: 'auto', label: 'Alternating' },
        { value: 'left', label: 'Left' },
        { value: 'right', label: 'Right' },
      ],
    },
  },
  modal: { width: 760, hasAdvanced: false },
  keywords: ['picture', 'photo', 'media', 'alternating', 'side by side', 'feature'],
});
