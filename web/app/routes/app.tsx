import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { speakLanguageOf } from '#words/site-language.ts';
import { queryClient } from '../api/query-client.ts';
import { repeatExpiredNotice } from '../session/expired-notice.ts';
import { startRenewal } from '../session/renewal.ts';
import { followOtherTabs } from '../session/session-store.ts';
import { AppProviders } from '../ui/app-providers.tsx';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { clearOthers } from './clear-others.ts';
import { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** The router starts only once it is known who is logged in, because its guards decide by that. */
function useRouterOnceSessionIsKnown(): Router | undefined {
  const [router, setRouter] = useState<Router>();
  useEffect(() => {
    const stopFollowing = followOtherTabs();
    const stopForgetting = clearOthers();
    let isGone = false;
    let stopRenewal: (() => void) | undefined;
    void Promise.all([startRenewal(), speakLanguageOf(location.pathname)]).then(([stop]) => {
      if (isGone) return stop();
      stopRenewal = stop;
      setRouter(createRouter());
      // Not before the screen's language is spoken.
      repeatExpiredNotice();
    });
    return () => {
      isGone = true;
      stopFollowing();
      stopForgetting();
      stopRenewal?.();
    };
  }, []);
  return router;
}

export function App() {
  const router = useRouterOnceSessionIsKnown();
  return (
    <QueryClientProvider client={queryClient}>
      <AppProviders>{router ? <RouterProvider router={router} /> : <LoadingOverlay />}</AppProviders>
    </QueryClientProvider>
  );
}
