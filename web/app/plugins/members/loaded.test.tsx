import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLoaded } from './loaded.ts';

let answers: Record<string, (answer: Response) => void>;

beforeEach(() => {
  answers = {};
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('fetch', (request: Request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers[new URL(request.url).pathname] = resolve;
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

function Part({ path }: { path: string }): ReactNode {
  const loaded = useLoaded<string>(path);
  return <p>{loaded.state === 'ready' ? loaded.data : loaded.state}</p>;
}
const at = (path: string) => (
  <I18nProvider i18n={i18n}>
    <Part path={path} />
  </I18nProvider>
);
const asked = (path: string) => waitFor(() => expect(answers).toHaveProperty([path]));

it('shows what was asked for last, whichever answer comes first', async () => {
  const { rerender } = render(at('/one'));
  await asked('/one');
  rerender(at('/two'));
  await asked('/two');
  answers['/two']?.(Response.json('second'));
  await screen.findByText('second');
  answers['/one']?.(Response.json('first'));
  await expect(screen.findByText('first', undefined, { timeout: 100 })).rejects.toThrow();
});

it('does not show another path where its own failed', async () => {
  const { rerender } = render(at('/one'));
  await asked('/one');
  answers['/one']?.(Response.json('first'));
  await screen.findByText('first');
  rerender(at('/two'));
  await asked('/two');
  answers['/two']?.(Response.json({ code: 'unavailable' }, { status: 503 }));
  await screen.findByText('failed');
});
