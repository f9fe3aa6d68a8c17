import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { InterruptedUploads } from './interrupted-uploads.tsx';

const one = (name: string, folder: string) => ({
  what: name,
  name,
  size: 9_000_000,
  folder,
  uploadId: `u-${name}`,
  begunAt: Date.now(),
});
let calls: Call[];
const choose = vi.fn();

beforeEach(() => {
  calls = answerCalls(() => ({ status: 204 }));
  const query = async () => ({ held: [{ name: 'upload sending.mov' }] });
  Object.defineProperty(navigator, 'locks', { value: { query }, configurable: true });
  const week = 8 * 24 * 3_600_000;
  const kept = [
    one('film.mov', 'Summer'),
    one('clip.mov', 'Summer'),
    one('sending.mov', 'Summer'),
    one('other.mov', ''),
    { ...one('old.mov', 'Summer'), begunAt: Date.now() - week },
    { name: 'of another release' },
  ];
  localStorage.setItem('interrupted-uploads:', JSON.stringify(kept));
});

afterEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
});

const show = (...folders: string[]) => {
  const element = (
    <main>
      <h1>Files</h1>
      {folders.map((folder) => (
        <section key={folder} aria-label={folder}>
          <InterruptedUploads folder={folder} onChoose={choose} />
        </section>
      ))}
    </main>
  );
  return renderScreen([{ path: '/', element }], '/');
};

it('names what was interrupted in the folder, and lets it be chosen again', async () => {
  const { user } = show('Summer');
  await screen.findByText(/^The uploads of “film.mov” and “clip.mov” were interrupted/);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Choose files…' }));
  expect(choose).toHaveBeenCalledOnce();
});

it('gives up what nobody wants any more', async () => {
  const { user } = show('Summer');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText(/interrupted/)).toBeNull());
  expect(calls.map(({ method, path }) => [method, path])).toEqual([
    ['DELETE', '/cms/uploads/u-film.mov'],
    ['DELETE', '/cms/uploads/u-clip.mov'],
  ]);
  expect(localStorage.getItem('interrupted-uploads:')).not.toContain('film.mov');
});

it('says nothing where nothing was', async () => {
  show('Winter', 'Summer');
  // Both look at the same time.
  await screen.findByText(/interrupted/);
  expect(screen.getByRole('region', { name: 'Winter' }).textContent).toBe('');
});
