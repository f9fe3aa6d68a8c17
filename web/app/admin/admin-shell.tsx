/** The frame of the admin: navigation on the left, above the screen on narrow ones. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  ArrowUpRight,
  CircleUser,
  Handshake,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { siteOptions } from '../api/site.ts';
import { MediaHost } from '../media/media-host.tsx';
import { BellPlace } from '../notifications/bell-place.tsx';
import { ACCOUNT, startOf } from '../session/access.ts';
import { hasScope } from '../session/claims.ts';
import { askAndLogOut } from '../session/log-out.ts';
import { rememberRedirectedFrom } from '../session/redirected-from.ts';
import { isLoggingOut } from '../session/tokens.ts';
import { useSession } from '../session/use-session.ts';
import { Brand } from '../ui/brand.tsx';
import { SchemeToggle } from '../ui/scheme-toggle.tsx';
import { useRemembered } from '../ui/use-remembered.ts';
import styles from './admin-shell.module.css';
import { AREAS, addressOf, type Entry } from './define-entry.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { findEntry, grouped, loadScreen, openEntries } from './resources.ts';
import { ShortcutsKey } from './shortcuts-key.tsx';

/** The navigation scrolls where it is long, and on narrow screens it is a line: where one is has to be in view. */
function useCurrentInView(lines: number) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the mark, and so do lines before it.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 3;
    const below = current.offsetTop + current.offsetHeight - nav.current.clientHeight;
    nav.current.scrollTop = Math.min(Math.max(nav.current.scrollTop, below), current.offsetTop);
  }, [pathname, lines]);
  return nav;
}

/** What is behind a line is fetched before it is pressed. */
const prefetch = (entry: Entry) => void loadScreen(entry).catch(() => undefined);

interface LineProps {
  to: string;
  label: string;
  icon: LucideIcon;
  isEnd?: boolean;
  onNear?: () => void;
}

function Line({ to, label, icon: Icon, isEnd, onNear }: LineProps) {
  return (
    <li>
      <NavLink to={to} end={isEnd} className={styles.link} onPointerEnter={onNear} onFocus={onNear}>
        <Icon size={17} aria-hidden />
        {label}
      </NavLink>
    </li>
  );
}

/** The screens that are open to whoever is logged in, of the areas that the site has. */
function useOpenEntries(): Entry[] {
  const { claims } = useSession();
  return openEntries(claims, useAreas());
}

/** The areas that the site has, as far as it is known. */
function useAreas() {
  const { data: site } = useQuery(siteOptions());
  const hasCRM = useRemembered<boolean>('has-crm', site && (site.hasCRM ?? false)) ?? false;
  const hasEcom = useRemembered<boolean>('has-shop', site && (site.hasEcom ?? false)) ?? false;
  return { hasCRM, hasEcom };
}

/** Where the admin begins for whoever is logged in. */
function useStart(): string {
  const { claims } = useSession();
  return startOf(claims, useAreas().hasEcom);
}

/** The customer relationships have a toolbar of their own; all other screens share one. */
const isCrm = (path: string) => path === AREAS.crm.address || path.startsWith(`${AREAS.crm.address}/`);

interface NavigationProps {
  open: Entry[];
  hasDashboard: boolean;
}

function Navigation({ open, hasDashboard }: NavigationProps) {
  const { pathname } = useLocation();
  const current = findEntry(pathname)?.entry;
  const isInCrm = isCrm(pathname);
  const shown = open.filter(({ area }) => (area === 'crm') === isInCrm);
  const hasOther = open.some((entry) => entry.group && !shown.includes(entry));
  const nav = useCurrentInView(shown.length);
  const start = useStart();
  return (
    <nav ref={nav} className={styles.navigation} aria-label={t`Admin`}>
      <ul>
        {isInCrm && (hasOther || hasDashboard) && (
          <Line to={start} label={t`Back to the site`} icon={ArrowLeft} isEnd />
        )}
        {isInCrm && shown.length > 0 && (
          <Line to={AREAS.crm.address} label={t`Overview`} icon={LayoutDashboard} isEnd />
        )}
        {!isInCrm && hasDashboard && (
          <Line to="/cms-admin" label={t`Dashboard`} icon={LayoutDashboard} isEnd />
        )}
        {!isInCrm && hasOther && <Line to={AREAS.crm.address} label={AREAS.crm.title} icon={Handshake} />}
      </ul>
      {grouped(shown).map(({ name, title, entries: within }) => (
        <section key={name} aria-labelledby={`nav-${name}`}>
          <h2 id={`nav-${name}`}>{title}</h2>
          <ul>
            {within.map((entry) => (
              <Line
                key={addressOf(entry)}
                to={addressOf(entry)}
                label={entry.many}
                icon={entry.icon}
                // An address may begin with another entry's: that one is not open, unless it is the only way to it.
                isEnd={entry !== current && (!current || current.group !== undefined)}
                onNear={() => prefetch(entry)}
              />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
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

export function AdminShell() {
  useLeaveWhenLoggedOut();
  const { claims } = useSession();
  const screens = { open: useOpenEntries(), hasDashboard: hasScope(claims, ['admin']) };
  return (
    <div className={styles.shell}>
      <a href="#main" className={`${styles.skip} pw-visually-hidden`}>
        {t`Skip to the content`}
      </a>
      <header className={styles.side}>
        <div className={styles.top}>
          <NavLink to={useStart()} end className={styles.brand} aria-label={t`Pagewright, start`}>
            <Brand />
          </NavLink>
          <BellPlace />
        </div>
        <PaletteButton {...screens} />
        <Navigation {...screens} />
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
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <MediaHost />
      <ShortcutsKey />
    </div>
  );
}
