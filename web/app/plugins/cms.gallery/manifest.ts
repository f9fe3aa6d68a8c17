import { definePlugin } from '../contract.ts';

export default definePlugin({
  ref: 'cms.gallery',
  label: 'Gallery',
  tooltip: 'Several images as a slider, a grid or a mosaic',
  emptyHint: 'Images appear here once you choose some.',
  order: 3,
  wake: 'visible',
  fields: {
    heading: { type: 'text', label: 'Heading', search: 'heading', default: '', maxLength: 200 },
    images: {
      type: 'list',
      label: 'Images',
      maxItems: 200,
      subject: 'image',
      item: {
        image: { type: 'image', label: 'Image' },
        caption: { type: 'text', label: 'Caption', default: '', maxLength: 300 },
      },
    },
    display: {
      type: 'choice',
      label: 'Shown as',
      default: 'slider',
      options: [
        { value: 'slider', label: 'Slider' },
        { value: 'grid', label: 'Grid' },
        { value: 'masonry', label: 'Mosaic' },
      ],
    },
    shape: {
      type: 'choice',
      label: 'Shape',
      default: '3:2',
      hint: 'Images are cut around their focal points. A mosaic shows all of each.',
      options: [
        { value: '', label: 'As they are' },
        { value: '1:1', label: 'Square' },
        { value: '4:3', label: '4 : 3' },
        { value: '3:2', label: '3 : 2' },
        { value: '16:9', label: '16 : 9' },
        { value: '4:5', label: '4 : 5' },
        { value: '3:4', label: '3 : 4' },
      ],
    },
    columns: { type: 'number', label: 'Columns', default: 3, min: 2, max: 6, integer: true },
    lightbox: {
      type: 'switch',
      label: 'Open images in full size',
      default: true,
    },
  },
  modal: { width: 1080, hasAdvanced: false },
  keywords: [
    'images',
    'photos',
    'pictures',
    'slider',
    'carousel',
    'slideshow',
    'grid',
    'masonry',
    'lightbox',
  ],
});
