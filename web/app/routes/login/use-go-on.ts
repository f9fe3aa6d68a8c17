import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { readRedirectedFrom } from '../../session/redirected-from.ts';
import { readClaims } from '../../session/session-store.ts';
import { isNavigable, takeDestination } from '../guards.ts';

/** Goes on to where one was going. */
export function useGoOn() {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(() => readClaims() !== null && readRedirectedFrom() !== null);
  const goOn = useCallback(() => {
    const destination = takeDestination();
    if (!destination) return setRefused(true);
    if (isNavigable(destination)) return void navigate(destination, { replace: true });
    window.location.assign(destination);
  }, [navigate]);
  return { goOn, isRefused };
}
