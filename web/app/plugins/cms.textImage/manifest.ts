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
    picture: { type: 'image', label: 'Image' },
    caption: {
      type: 'text',
      label: 'Caption',
      hint: 'Shown below the image.',
      // Who may not see the image is neither shown nor finds it.
      saidOf: 'picture',
      default: '',
      maxLength: 300,
    },
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
