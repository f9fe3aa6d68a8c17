import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem.ts';

/** Asking again helps when nobody answered; an answer that says no stays no. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && error.isUnreachable;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000 },
    // A write whose answer was lost may have happened: only its caller knows whether to repeat it.
    mutations: { retry: false },
  },
});
