/** The frame of the admin: its navigation and tools beside the screen, on narrow ones behind a button of the bar. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip } from '@mantine/core';
import { ArrowUpRight, CircleUser, LogOut, Menu, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import type { SiteAreas } from '../api/site.ts';
import { MediaHost } from '../media/media-host.tsx';
import { BellPlace } from '../notifications/bell-place.tsx';
import { ACCOUNT, startOf } from '../session/access.ts';
import { type Claims, hasScope } from '../session/claims.ts';
import { askAndLogOut } from '../session/log-out.ts';
import { rememberRedirectedFrom } from '../session/redirected-from.ts';
import { onOtherUser } from '../session/session-store.ts';
import { isLoggingOut } from '../session/tokens.ts';
import { useSession } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { wouldLoseWork } from '../ui/leave-warning.ts';
import { SchemeToggle } from '../ui/scheme-toggle.tsx';
import { READING_TIME, toast } from '../ui/toast.ts';
import { AdminNavigation } from './admin-navigation.tsx';
import styles from './admin-shell.module.css';
import type { Entry } from './define-entry.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { openEntries } from './resources.ts';
import { ShortcutsKey } from './shortcuts-key.tsx';
import { useAreas } from './use-areas.ts';
import { useTurnedAway } from './use-turned-away.ts';

const ALL_AREAS: SiteAreas = { hasCRM: true, hasEcom: true };

interface OpenScreens {
  open: Entry[];
  /** Whether others may still come: the areas that the site has are not known yet, and the principal has scopes of them. */
  isPartial: boolean;
}

/** Returns the screens that are open to the principal, of the areas that the site has. */
function openScreens(claims: Claims | null, areas: SiteAreas | undefined): OpenScreens {
  const open = openEntries(claims, areas);
  return { open, isPartial: !areas && openEntries(claims, ALL_AREAS).length > open.length };
}

/** Logged out in another tab: this one has nothing to show any more either. */
function useLeaveWhenLoggedOut(): void {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isLoggedIn || isLoggingOut()) return;
    rememberRedirectedFrom(pathname + search);
    void navigate('/cms-login', { replace: true });
  }, [isLoggedIn, pathname, search, navigate]);
}

/** What another user, logged in in another tab, is shown is drawn anew; what was typed before was not theirs. */
function useSayWhatIsDiscarded(): void {
  useEffect(
    () =>
      onOtherUser(() => {
        if (!wouldLoseWork()) return;
        toast.show({
          message: t`Another user has logged in in this browser. What the previous user had not saved was discarded.`,
          duration: READING_TIME,
        });
      }),
    [],
  );
}

/** The navigation on narrow screens: open until one has gone somewhere, or turned to the screen beneath it. */
function useMenu() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openedAt === key;
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key: pressed, target } = event;
      // A list that hangs from one of the tools is elsewhere in the document, and closes by itself. Nothing has the keyboard
      // after a press on a heading, and in Safari after one on a button.
      const isHere = target === document.body || bar.current?.contains(target as Node);
      if (pressed !== 'Escape' || !isHere) return;
      setOpenedAt(undefined);
      button.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  return {
    id: useId(),
    bar,
    button,
    isOpen,
    toggle: () => setOpenedAt(isOpen ? undefined : key),
    close: () => setOpenedAt(undefined),
  };
}

export function AdminShell() {
  useLeaveWhenLoggedOut();
  useTurnedAway();
  useSayWhatIsDiscarded();
  const { claims } = useSession();
  const areas = useAreas();
  const start = startOf(claims, areas?.hasEcom ?? false);
  const menu = useMenu();
  const { open, isPartial } = openScreens(claims, areas);
  const screens = { open, hasDashboard: hasScope(claims, ['admin']) };
  return (
    <div className={styles.shell}>
      <a href="#main" className={`${styles.skip} pw-visually-hidden`}>
        {t`Skip to the content`}
      </a>
      <header ref={menu.bar} className={styles.side}>
        <div className={styles.top}>
          <NavLink to={start} end className={styles.brand} aria-label={t`Pagewright, start`}>
            <Brand />
          </NavLink>
          <BellPlace />
        </div>
        <PaletteButton {...screens} />
        <ActionIcon
          ref={menu.button}
          className={styles.menu}
          aria-label={t`Menu`}
          aria-expanded={menu.isOpen}
          aria-controls={menu.id}
          onClick={menu.toggle}
        >
          {menu.isOpen ? <X size={18} aria-hidden /> : <Menu size={18} aria-hidden />}
        </ActionIcon>
        <div id={menu.id} className={styles.panel} data-open={menu.isOpen || undefined}>
          <AdminNavigation {...screens} isPartial={isPartial} start={start} isOpen={menu.isOpen} />
          <div className={styles.tools}>
            <a href="/" className={styles.site} aria-label={t`View the site`}>
              <span>{t`The site`}</span>
              <ArrowUpRight size={15} aria-hidden />
            </a>
            <SchemeToggle />
            <Tooltip label={t`Your account`}>
              <ActionIcon component={NavLink} to={ACCOUNT} aria-label={t`Your account`}>
                <CircleUser size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t`Log out`}>
              <ActionIcon aria-label={t`Log out`} onClick={() => void askAndLogOut()}>
                <LogOut size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1} onFocus={menu.close} onPointerDown={menu.close}>
        <Outlet />
      </main>
      <MediaHost />
      <ShortcutsKey />
    </div>
  );
}
