import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import type { PageValues } from './page-values.ts';
import { SharePreview } from './share-preview.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, 'This image was deleted. Choose another one.', 0],
  [503, 'This image could not be loaded.', 1],
])('says of an image that is answered with %s what to do', async (status, words, retries) => {
  answerCalls(() => ({ status }));
  const texts = { title: 'Home', metaTitle: '', shareTitle: '', metaDescription: '', shareDescription: '' };
  const values = { ...texts, shareImage: { file: 'f' } } as unknown as PageValues;
  renderScreen([{ path: '/', Component: () => <SharePreview values={values} page={undefined} /> }], '/');
  await screen.findByText(words);
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries);
});
