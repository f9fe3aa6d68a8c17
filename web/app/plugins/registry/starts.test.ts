import { expect, it } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import { loadPluginWords } from '#words/load.ts';
import { defaultFields } from '../contract.ts';
import { manifests } from './manifests.ts';
import { startingWords } from './starts.ts';

it.each([...manifests])('%s starts with the same words in English as its manifest says', (ref, manifest) => {
  expect(defaultFields(manifest)).toMatchObject(startingWords(ref, wordsOf('en')));
});

it('starts in the language of the site', async () => {
  await loadPluginWords('cms.register', 'de-AT');
  expect(startingWords('cms.register', wordsOf('de-AT'))).toEqual({ heading: 'Konto erstellen' });
});
