import { type RefObject, useEffect, useRef } from 'react';
import { ProblemError } from '../../api/problem.ts';
import { askForToken } from '../../session/member-tokens.ts';

interface Offer {
  onDone: () => void;
  onProblem: (problem: ProblemError) => void;
}

/**
 * The browser offers passkeys with what it fills into the address. What that takes is loaded once somebody is in
 * the form: most who open the page have none, or are on it for something else.
 */
export function useOfferedPasskeys(form: RefObject<HTMLElement | null>, offer: Offer): void {
  const now = useRef(offer);
  now.current = offer;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      const { offerPasskeys } = await import('../../identity/passkeys.ts');
      if (isGone) return;
      stop = offerPasskeys((answer) => {
        askForToken(answer).then(
          () => now.current.onDone(),
          (error: unknown) => {
            if (!(error instanceof ProblemError)) throw error;
            now.current.onProblem(error);
          },
        );
      });
    };
    const place = form.current;
    // Somebody may be in it before it is awake.
    if (place?.contains(document.activeElement)) void start();
    else place?.addEventListener('focusin', start, { once: true });
    return () => {
      isGone = true;
      place?.removeEventListener('focusin', start);
      stop?.();
    };
  }, [form]);
}
