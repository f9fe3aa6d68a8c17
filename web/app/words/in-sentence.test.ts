import { afterEach, expect, it } from 'vitest';
import { speak } from './i18n.ts';
import { inSentence } from './in-sentence.ts';

afterEach(() => speak('en'));

it('is small in an English sentence, abbreviations aside', () => {
  const names = ['Row', 'Text and image', 'FAQ', 'API tokens', 'Blog Post', 'Login/Logout Form', 'Column 2'];
  expect(names.map(inSentence)).toEqual([
    'row',
    'text and image',
    'FAQ',
    'API tokens',
    'blog post',
    'login/logout form',
    'column 2',
  ]);
});

it('leaves the names that people have given', () => {
  expect(inSentence('Block “Opening Hours”')).toBe('block “Opening Hours”');
});

it('is as it was in other languages', () => {
  speak('de');
  expect(inSentence('Zeile')).toBe('Zeile');
});
