import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordsOf } from '#words/i18n.ts';
import { setPerson } from '#words/screen-formats.ts';
import { answerCalls, renderPiece } from '../../testing/screen.tsx';
import { PostDetailsContext, type PostDetailsProps } from '../post-details.ts';
import BlogPostSettings from './edit.tsx';
import type { BlogPostFields } from './render.tsx';

const post = { id: 'p1', title: 'Hills', author: 'Ada', publishedAt: '2026-03-01T00:00:00Z', pages: [] };
const travel = { id: 'c1', name: 'Travel', parentId: null, position: 0, pages: [], version: 1 };
const onSaved = vi.fn();

const Dialog = ({ id, isInEditor, onClose, onSaved: onDone }: PostDetailsProps) => (
  <div role="dialog" aria-label={`${id} ${isInEditor}`}>
    <button type="button" onClick={() => [onDone?.(), onClose()]}>
      Done
    </button>
  </div>
);

beforeEach(() => setPerson({ timeZone: 'Europe/London', locale: 'en-GB' }));
afterEach(() => {
  setPerson({});
  vi.unstubAllGlobals();
});

function show(first: BlogPostFields) {
  answerCalls(({ path }) => {
    if (path === '/cms/blog/posts/p1') return { body: post };
    if (path === '/cms/blog/posts/p3') return { body: { ...post, id: 'p3', categories: ['c1'] } };
    if (path === '/cms/blog/categories/c1') return { body: travel };
    if (path === '/cms/blog/categories')
      return { body: { results: [travel], total: 1, start: 0, limit: 100 } };
    if (path.startsWith('/cms/blog/posts/p'))
      return { status: 404, body: { title: 'Not found', detail: 'Gone.' } };
    return { body: { results: [], total: 0, start: 0, limit: 8 } };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Form() {
    const [fields, setFields] = useState(first);
    return (
      <QueryClientProvider client={client}>
        <PostDetailsContext value={{ Dialog, onSaved }}>
          <BlogPostSettings fields={fields} onChange={setFields} words={wordsOf('en')} />
        </PostDetailsContext>
      </QueryClientProvider>
    );
  }
  return renderPiece(<Form />);
}

it('says who the post is by and since when, and leads to the dialog that changes it', async () => {
  const { user } = show({ blogPostId: 'p1' });
  await screen.findByText(/Published on 1 Mar 2026, 00:00 · by Ada/);
  const showDate = () => screen.getByLabelText<HTMLInputElement>('Show the date');
  await user.click(showDate());
  const before = showDate().checked;
  await user.click(screen.getByRole('button', { name: 'Change date and author' }));
  expect(screen.getByRole('dialog', { name: 'p1 true' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onSaved).toHaveBeenCalledOnce();
  // What was set in the form meanwhile is still there.
  expect(showDate().checked).toBe(before);
});

it('says that the post comes with the first save', () => {
  show({});
  expect(screen.getByText(/The post is created when you save the page/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change date and author' })).toBeNull();
  expect(screen.getByLabelText('Show the author')).toBeTruthy();
});

it('keeps its settings where the post cannot be read', async () => {
  show({ blogPostId: 'p2' });
  expect(await screen.findByText('Gone.')).toBeTruthy();
  expect(screen.getByLabelText('Show the author')).toBeTruthy();
});

it('shows the categories that the post has where the plugin names none', async () => {
  show({ blogPostId: 'p3' });
  expect(await screen.findByRole('button', { name: 'Remove Travel' })).toBeTruthy();
});

it('shows none of a post that was taken out of all', async () => {
  show({ blogPostId: 'p3', categories: [] });
  await screen.findByText(/Published on/);
  expect(screen.queryByRole('button', { name: 'Remove Travel' })).toBeNull();
});
