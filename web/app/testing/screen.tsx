/** For tests: a screen as the application draws it, with services that answer as told. */
import '../api/configure.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import type { Claims } from '../session/claims.ts';
import { AppProviders } from '../ui/app-providers.tsx';
import type { Stream } from './job-streams.ts';

/** Claims that are good for twenty minutes. */
export function claimsWith(...scopes: string[]): Claims {
  const exp = Math.floor(Date.now() / 1000) + 1200;
  return { sub: 'person', user: 'user', exp, scopes, timezone: 'Europe/London' };
}

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; stream?: Stream };

const isForm = (input: Request) => input.headers.get('Content-Type')?.startsWith('multipart/') ?? false;

/** As browsers have it: jsdom leaves the name to Node, which takes no path for an address. */
const PageRequest = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
};

/** Stands in for the network: `answer` gives the answer to each call; the calls are returned as they come. */
export function answerCalls(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    const url = new URL(input.url);
    const text = await input.text();
    const call: Call = {
      method: input.method,
      path: url.pathname,
      query: url.searchParams,
      headers: input.headers,
      body: text && !isForm(input) ? JSON.parse(text) : undefined,
    };
    calls.push(call);
    const { status = 200, body, headers, stream } = await answer(call);
    if (stream) return stream.response(init?.signal ?? input.signal);
    return new Response(status === 204 ? null : JSON.stringify(body ?? {}), {
      status,
      headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
    });
  });
  return calls;
}

/** Draws `element` inside the theme, without a router. */
export function renderPiece(element: ReactElement) {
  return { user: userEvent.setup(), ...render(<AppProviders env="test">{element}</AppProviders>) };
}

/** Draws routes at an address. */
export function renderScreen(routes: RouteObject[], at: string) {
  const router = createMemoryRouter([{ HydrateFallback: () => null, children: routes }], {
    initialEntries: [at],
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <AppProviders env="test">
        <RouterProvider router={router} />
      </AppProviders>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router, queryClient, ...drawn };
}
