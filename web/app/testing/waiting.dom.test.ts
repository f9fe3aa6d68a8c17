import { configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitForModules } from './waiting.ts';

beforeEach(() => configure({ asyncUtilTimeout: 50 }));
afterEach(waitForModules);

it('goes on for as long as something is being loaded', async () => {
  void import('./loads-slowly.ts').then(({ words }) => document.body.append(words));
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('ends where nothing is being loaded and nothing comes', async () => {
  await expect(screen.findByText('Here')).rejects.toThrow('Unable to find');
});
