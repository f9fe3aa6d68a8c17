/** The frame of the screens before the house: login and set-up. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Brand } from '../ui/brand.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { SchemeToggle } from '../ui/scheme-toggle.tsx';
import styles from './entry-layout.module.css';

interface EntryLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page in the making, drawn from the parts that a real one has. */
function Sheet() {
  return (
    <svg className={styles.sheet} viewBox="0 0 360 420" aria-hidden="true">
      <rect className={styles.paper} x="30" y="24" width="300" height="372" rx="10" />
      <rect className={styles.faint} x="54" y="48" width="64" height="10" rx="5" />
      <rect className={styles.faint} x="218" y="48" width="24" height="10" rx="5" />
      <rect className={styles.faint} x="250" y="48" width="24" height="10" rx="5" />
      <rect className={styles.faint} x="282" y="48" width="24" height="10" rx="5" />
      <rect className={styles.firm} x="54" y="88" width="188" height="22" rx="5" />
      <rect className={styles.firm} x="54" y="118" width="132" height="22" rx="5" />
      <rect className={styles.faint} x="54" y="158" width="216" height="9" rx="4.5" />
      <rect className={styles.faint} x="54" y="175" width="168" height="9" rx="4.5" />
      <rect className={styles.outline} x="54" y="212" width="120" height="92" rx="6" />
      <path className={styles.hill} d="M54 292l34-36 24 22 18-15 44 41H60a6 6 0 0 1-6-6z" />
      <circle className={styles.sun} cx="146" cy="236" r="9" />
      <rect className={styles.faint} x="54" y="326" width="252" height="9" rx="4.5" />
      <rect className={styles.faint} x="54" y="343" width="224" height="9" rx="4.5" />
      <g className={styles.placed}>
        <rect className={styles.block} x="190" y="206" width="136" height="92" rx="8" />
        <rect className={styles.blockLine} x="206" y="226" width="82" height="9" rx="4.5" />
        <rect className={styles.blockLine} x="206" y="244" width="102" height="7" rx="3.5" />
        <rect className={styles.blockLine} x="206" y="258" width="66" height="7" rx="3.5" />
        <circle className={styles.handle} cx="190" cy="252" r="4.5" />
        <circle className={styles.handle} cx="326" cy="252" r="4.5" />
      </g>
    </svg>
  );
}

/** False until the first of these screens has been shown: where a page that was just loaded begins is its own affair. */
let isUnderWay = false;

/** The button of the step before is gone, and the focus with it: the new heading is read out, and Tab goes on from there. */
function useFocusOnNewStep(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step.
  useEffect(() => {
    // A field that takes the focus itself has it by now.
    if (isUnderWay && document.activeElement === document.body) heading.current?.focus();
    isUnderWay = true;
  }, [title]);
  return heading;
}

export function EntryLayout({ title, lead, children }: EntryLayoutProps) {
  useDocumentTitle(title);
  const heading = useFocusOnNewStep(title);
  return (
    <div className={styles.layout}>
      <aside className={styles.side}>
        <Sheet />
      </aside>
      <div className={styles.column}>
        <header className={styles.head}>
          <Brand />
          <SchemeToggle />
        </header>
        <main className={styles.main}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </main>
      </div>
    </div>
  );
}
