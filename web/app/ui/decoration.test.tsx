/** What is drawn beside a field for the eye alone: a screen reader says the name of the field and nothing else. */
import { NativeSelect } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppProviders } from './app-providers.tsx';
import { ListSearch } from './list-search.tsx';

it('a select hides its arrows', () => {
  const { container } = render(<NativeSelect aria-label="State" data={['Any']} />, { wrapper: AppProviders });
  expect(container.querySelector('svg')?.closest('[aria-hidden="true"]')).toBeTruthy();
});

it('a search hides its key, and names it as one', () => {
  const { container } = render(<ListSearch label="Search pages" value="" onChange={() => {}} />, {
    wrapper: AppProviders,
  });
  expect(container.querySelector('kbd')?.closest('[aria-hidden="true"]')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Search pages' }).getAttribute('aria-keyshortcuts')).toBe('/');
});
