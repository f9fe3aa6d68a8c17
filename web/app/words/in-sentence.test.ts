import { afterEach, expect, it } from 'vitest';
import { speak } from './i18n.ts';
import { inSentence } from './in-sentence.ts';

afterEach(() => speak('en'));

it('is small in an English sentence, abbreviations aside', () => {
  expect(['Row', 'Text and image', 'FAQ', 'API tokens'].map(inSentence)).toEqual([
    'row',
    'text and image',
    'FAQ',
    'API tokens',
  ]);
});

it('is as it was in other languages', () => {
  speak('de');
  expect(inSentence('Zeile')).toBe('Zeile');
});
