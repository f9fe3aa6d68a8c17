import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import BlogTitle from './render.tsx';

it('is the title of the post, and of the page until there is one', () => {
  const post = {
    title: 'Hills',
    author: '',
    publishedAt: '',
    excerpt: null,
    readingMinutes: null,
    categories: [],
  };
  const { rerender } = render(<BlogTitle {...viewProps({ fields: {}, data: { post }, title: 'Page' })} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hills');
  const fields = { level: 'h2' } as const;
  rerender(<BlogTitle {...viewProps({ fields, data: { post: null }, title: 'Page' })} />);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Page');
});
