import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './not-loaded.module.css';

/**
 * In the place of a line, where an ErrorState has no room: that something could not be read, and the way to try again. That
 * reads anew all that failed on the screen, since it mostly failed for the same reason.
 */
export function NotLoaded({ children = t`Not available at the moment` }: { children?: ReactNode }) {
  const client = useQueryClient();
  const retry = async (button: HTMLElement) => {
    const places = placesOf(button);
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    // Drawn a moment later.
    setTimeout(() => focusIn(places));
  };
  return (
    <span className={styles.failure}>
      <span>{children}</span>
      <button type="button" onClick={({ currentTarget }) => void retry(currentTarget)}>
        {t`Try again`}
      </button>
    </span>
  );
}

/** What is around an element within its screen or dialog, the nearest first. */
function placesOf(element: HTMLElement): HTMLElement[] {
  const places = [];
  for (let place = element.parentElement; place; place = place.parentElement) {
    places.push(place);
    if (place.matches('main, [role="dialog"]')) break;
  }
  return places;
}

/** The button goes while it is read anew, and the keyboard with it: then it goes to what came in its place. */
function focusIn(places: HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const targets = places.map((place) =>
    place.querySelector<HTMLElement>('button:enabled, a[href], input:enabled'),
  );
  targets.find((target) => target?.isConnected)?.focus({ preventScroll: true });
}
