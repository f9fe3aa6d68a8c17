/** Around every screen: the loading overlay and, on a change of screen, where focus goes. */
import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';

/** Moves focus to the new screen's heading, so that it is read out and Tab goes on from there. */
function useFocusOnRouteChange(pathname: string): void {
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    const taken = document.activeElement;
    // A screen that has put the focus somewhere itself (a form's first field) keeps it, and so does a dialog.
    if (taken?.closest('main, [role="dialog"]')) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex="-1"], main[tabindex="-1"]');
    // How far the screen is scrolled is settled. Narrow screens have a bar above, which would cover what is brought to the top.
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Every screen that a browser loads first has the key `default`: it is not scrolled to where another one was left. */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

export function RootShell() {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  useFocusOnRouteChange(pathname);
  // A change of the query alone (sorting, searching) keeps the screen and shows its own state.
  const isElsewhere = navigation.state === 'loading' && navigation.location.pathname !== pathname;
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
      {isElsewhere && <LoadingOverlay />}
    </>
  );
}
