import { expect, it } from 'vitest';
import { isBlank } from './blank.ts';

const pair = (fields: Record<string, unknown>) =>
  isBlank({ id: 'p', ref: 'cms.textImage', version: 1, fields });

it.each([
  [{}, true],
  [{ heading: '', text: '', image: '', side: 'auto' }, true],
  [{ heading: 'Bread', text: '' }, false],
  [{ heading: '', image: '/loaf.webp' }, false],
])('%j', (fields, expected) => expect(pair(fields)).toBe(expected));
