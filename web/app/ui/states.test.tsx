import { act, screen } from '@testing-library/react';
import { Box } from 'lucide-react';
import { afterEach, expect, it, vi } from 'vitest';
import { noAnswer } from '../api/fetch.ts';
import { ProblemError } from '../api/problem.ts';
import { accessibilityFaults } from '../testing/accessibility.ts';
import { renderPiece } from '../testing/screen.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';
import { saidOf } from './problem-words.ts';
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

it.each([
  ['a stopped shop', 503, {}, 'ecom', 'The shop’s service does not answer at the moment'],
  [
    'a gateway',
    504,
    { title: 'Gateway Timeout' },
    'cms',
    'A service of the site does not answer at the moment',
  ],
  [
    'the host in the place of a service that takes too long',
    504,
    { code: 'service_timed_out', title: 'Service timed out', detail: 'Service timed out.' },
    'ecom',
    'The shop’s service does not answer at the moment',
  ],
  [
    'a service without its database',
    503,
    { code: 'database_unavailable', title: 'Service Unavailable', detail: 'Service Unavailable' },
    'auth',
    'The service for accounts does not answer at the moment',
  ],
])('ErrorState says in plain words what happened and what to do: %s', (_, status, body, area, title) => {
  renderPiece(
    <ErrorState error={new ProblemError(status, body, undefined, `https://site.test/${area}/x`)} />,
  );
  expect(screen.getByText(title).closest('[role="alert"]')?.textContent).toBe(
    `${title}Nothing was lost. Try again in a minute.`,
  );
});

it('ErrorState keeps what a service says of what it needs, and says what to do about a lost connection', () => {
  const scanner = new ProblemError(503, {
    code: 'scanner_unavailable',
    detail: 'The virus scanner is away.',
  });
  const { unmount } = renderPiece(<ErrorState error={scanner} />);
  screen.getByText('The virus scanner is away.');
  expect(screen.queryByText(/Service Unavailable|503/)).toBeNull();
  unmount();
  renderPiece(<ErrorState error={noAnswer(new TypeError('fetch failed'))} />);
  screen.getByText('No connection');
  screen.getByText(/Nothing was lost\. Check your connection and try again\.$/);
});

it('what was to be written is not said to be safe where nothing answered', () => {
  const away = new ProblemError(503, {}, undefined, 'https://site.test/ecom/orders');
  expect(saidOf(away)).toBe('The shop’s service does not answer at the moment. Try again in a minute.');
  expect(saidOf(new ProblemError(409, { detail: 'It is in use.' }))).toBe('It is in use.');
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
