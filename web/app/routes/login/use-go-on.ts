import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { canEdit } from '../../session/access.ts';
import { readRedirectedFrom } from '../../session/redirected-from.ts';
import { readClaims } from '../../session/session-store.ts';
import { takeDestination } from '../guards.ts';

/** Goes on to where one was going; public pages of those who do not edit are loaded from the host. */
export function useGoOn() {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(() => readClaims() !== null && readRedirectedFrom() !== null);
  const goOn = useCallback(() => {
    const destination = takeDestination();
    if (!destination) return setRefused(true);
    if (destination.startsWith('/cms-') || canEdit(readClaims())) {
      return void navigate(destination, { replace: true });
    }
    window.location.assign(destination);
  }, [navigate]);
  return { goOn, isRefused };
}
