/** Where everything is in the admin: on the left of wide screens, on narrow ones behind a button of the bar. */
import { t } from '@lingui/core/macro';
import { ArrowLeft, Handshake, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './admin-shell.module.css';
import { AREAS, addressOf, type Entry } from './define-entry.ts';
import { findEntry, grouped, loadScreen } from './resources.ts';

/** Where one is has to be in view when the navigation comes, which scrolls where it is long. */
function useCurrentInView(lines: number, isOpen: boolean) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the mark, so do lines before it, and what is closed does not scroll.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    const below = current.offsetTop + current.offsetHeight - nav.current.clientHeight;
    nav.current.scrollTop = Math.min(Math.max(nav.current.scrollTop, below), current.offsetTop);
  }, [pathname, lines, isOpen]);
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

/** Of lines that are not known yet, in percent. */
const WIDTHS = [64, 38, 52, 44, 58, 36];

function StandIns() {
  return (
    <div className={styles.standIns} aria-hidden>
      {WIDTHS.map((width) => (
        <p key={width}>
          <Skeleton width={`${width}%`} />
        </p>
      ))}
    </div>
  );
}

/** The customer relationships have a toolbar of their own; all other screens share one. */
const isCrm = (path: string) => path === AREAS.crm.address || path.startsWith(`${AREAS.crm.address}/`);

interface NavigationProps {
  open: Entry[];
  hasDashboard: boolean;
  /** Whether lines may still come: those that they would push down are drawn with them. */
  isPartial: boolean;
  /** The address where the admin begins for the principal. */
  start: string;
  /** On narrow screens, where it is closed to begin with. */
  isOpen: boolean;
}

export function AdminNavigation({ open, hasDashboard, isPartial, start, isOpen }: NavigationProps) {
  const { pathname } = useLocation();
  const current = findEntry(pathname)?.entry;
  const isInCrm = isCrm(pathname);
  const shown = open.filter(({ area }) => (area === 'crm') === isInCrm);
  const hasOther = open.some((entry) => entry.group && !shown.includes(entry));
  const nav = useCurrentInView(isPartial ? 0 : shown.length, isOpen);
  return (
    <nav ref={nav} className={styles.navigation} aria-label={t`Admin`}>
      <ul>
        {!isPartial && isInCrm && (hasOther || hasDashboard) && (
          <Line to={start} label={t`Back to the site`} icon={ArrowLeft} isEnd />
        )}
        {!isPartial && isInCrm && shown.length > 0 && (
          <Line to={AREAS.crm.address} label={t`Overview`} icon={LayoutDashboard} isEnd />
        )}
        {!isInCrm && hasDashboard && (
          <Line to="/cms-admin" label={t`Dashboard`} icon={LayoutDashboard} isEnd />
        )}
        {!isPartial && !isInCrm && hasOther && (
          <Line to={AREAS.crm.address} label={AREAS.crm.title} icon={Handshake} />
        )}
      </ul>
      {isPartial && <StandIns />}
      <div className={styles.groups}>
        {grouped(isPartial ? [] : shown).map(({ name, title, entries: within }) => (
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
      </div>
    </nav>
  );
}
