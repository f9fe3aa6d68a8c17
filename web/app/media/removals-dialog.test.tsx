import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../testing/screen.tsx';
import { RemovalsDialog } from './removals-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const removal = (number: number) => ({
  id: `r${number}`,
  kind: 'file',
  path: `f${number}.jpg`,
  label: `f${number}.jpg`,
  deletedAt: '2026-03-01T00:00:00Z',
  deletedBy: null,
  restorableUntil: '2026-03-31T00:00:00Z',
  canRestore: true,
  files: 1,
  folders: 0,
  type: 'image',
  size: 1,
});

it('leads to all that can be brought back, however much was deleted', async () => {
  const all = Array.from({ length: 130 }, (_, number) => removal(number));
  const calls = answerCalls(({ query }) => {
    const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))];
    return { body: { results: all.slice(start, start + limit), total: all.length, start, limit } };
  });
  const element = <RemovalsDialog onClose={() => undefined} onRestored={async () => undefined} />;
  const { user } = renderScreen([{ path: '/', element }], '/');
  await screen.findByText('f49.jpg');
  expect(screen.queryByText('f50.jpg')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('f99.jpg');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('f129.jpg');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(calls.every(({ query }) => Number(query.get('limit')) <= 100)).toBe(true);
});
