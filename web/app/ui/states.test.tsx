import { act, screen } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { renderPiece } from '../testing/screen.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';
import { EmptyState, ErrorState, Loading } from './states.tsx';

afterEach(() => vi.useRealTimers());

it.each([
  ['Loading', <Loading key="a" label="Reading the pages" />, 'Reading the pages'],
  ['LoadingOverlay', <LoadingOverlay key="b" message="Opening" />, 'Opening'],
])('%s shows nothing for 200 ms', (_, element, words) => {
  vi.useFakeTimers();
  renderPiece(element);
  act(() => vi.advanceTimersByTime(199));
  expect(screen.queryByText(words)).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText(words)).toBeTruthy();
});

it('ErrorState shows a problem, its reference and the way to try again', async () => {
  const onRetry = vi.fn();
  const problem = new ProblemError(500, { title: 'Internal Server Error', detail: 'Oh.', requestId: 'r-1' });
  const { user } = renderPiece(<ErrorState error={problem} onRetry={onRetry} />);
  expect(screen.getByText('Oh.').closest('[role="alert"]')?.textContent).toContain('r-1');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('ErrorState has the words of the catalogue for what it does not know', () => {
  renderPiece(<ErrorState error={new Error('x is undefined')} />);
  expect(screen.getByText('Unexpected Error')).toBeTruthy();
  expect(screen.getByText('An unexpected error has occurred.')).toBeTruthy();
  expect(screen.queryByText(/undefined/)).toBeNull();
});

it('the states are accessible', async () => {
  renderPiece(
    <main>
      <h1>Screen</h1>
      <EmptyState icon={Box} title="Nothing yet" action={<button type="button">Make one</button>} />
      <ErrorState error={new ProblemError(404, {})} />
      <ErrorState error={new ProblemError(403, {})} />
    </main>,
  );
  expect(await accessibilityFaults()).toEqual([]);
});
