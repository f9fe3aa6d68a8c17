/** The images in the values of fields, in their order. Pure. */
import type { Image } from '../../fields/image/type.ts';
import type { FieldDefinition, FieldDefinitions } from '../../fields/types.ts';
import { imagesInHtml } from './html-images.ts';

export function imagesIn(definitions: FieldDefinitions, values: Readonly<Record<string, unknown>>): Image[] {
  return Object.entries(definitions).flatMap(([name, definition]) => imagesOf(definition, values[name]));
}

function imagesOf(definition: FieldDefinition, value: unknown): Image[] {
  switch (definition.type) {
    case 'image':
      return isImage(value) ? [value] : [];
    case 'richText':
      return typeof value === 'string' ? imagesInHtml(value) : [];
    case 'list':
      return Array.isArray(value) ? value.flatMap((item) => within(definition.item, item)) : [];
    case 'group':
      return within(definition.fields, value);
    default:
      return [];
  }
}

function within(definitions: FieldDefinitions, values: unknown): Image[] {
  const isRecord = typeof values === 'object' && values !== null;
  return isRecord ? imagesIn(definitions, values as Record<string, unknown>) : [];
}

function isImage(value: unknown): value is Image {
  if (typeof value !== 'object' || value === null) return false;
  return Boolean(('file' in value && value.file) || ('address' in value && value.address));
}
