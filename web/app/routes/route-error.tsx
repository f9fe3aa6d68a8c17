import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ProblemError } from '../api/problem.ts';
import { dropEarlyFrame } from '../editor/canvas/early-frame.ts';
import { dropEarlyBar } from '../editor/early-bar.ts';
import { ErrorState } from '../ui/states.tsx';

/** The last resort: a screen that failed while loading or drawing. */
export function RouteError() {
  const error = useRouteError();
  console.error(error);
  useEffect(() => {
    dropEarlyFrame();
    dropEarlyBar();
  }, []);
  const shown = isRouteErrorResponse(error)
    ? new ProblemError(error.status, { title: error.statusText })
    : error;
  return (
    <main>
      <ErrorState error={shown} onRetry={() => window.location.reload()} />
    </main>
  );
}
