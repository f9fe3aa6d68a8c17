import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewProps } from '../testing.ts';
import BlogDate from './render.tsx';

it('is the date of the post, and nothing until there is one', () => {
  const post = {
    title: '',
    author: '',
    publishedAt: '2026-03-01T10:00:00Z',
    excerpt: null,
    readingMinutes: null,
    categories: [],
  };
  const { container, rerender } = render(<BlogDate {...viewProps({ fields: {}, data: { post } })} />);
  expect(container.querySelector('time')?.dateTime).toBe('2026-03-01T10:00:00Z');
  expect(container.textContent).toContain('2026');
  rerender(<BlogDate {...viewProps({ fields: {}, data: { post: null } })} />);
  expect(container.textContent).toBe('');
});
