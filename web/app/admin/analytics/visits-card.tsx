/** On the dashboard: the visitors of the last 30 days, on a site that is connected with Google Analytics. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormats } from '#words/use-formats.ts';
import {
  analyticsGetOptions,
  analyticsGetReportOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { areaOf, lineOf, niceCeiling } from '../charts/geometry.ts';
import { addressOf } from '../define-entry.ts';
import entry from './entry.ts';
import { readAsked } from './period.ts';
import styles from './visits-card.module.css';

/** Nothing until it is known that there are any: a site without analytics is not reminded of them. */
export function VisitsCard() {
  const { data: state, isError } = useQuery(analyticsGetOptions());
  const isConnected = state?.isConfigured && state.isConnected;
  const hasRoom = useRemembered('has-visits', isConnected) ?? false;
  return hasRoom && !isError ? <Card isConnected={isConnected ?? false} /> : null;
}

/** Before it is known whether the site is still connected, only its room. */
function Card({ isConnected }: { isConnected: boolean }) {
  const formats = useFormats();
  const { start, end } = readAsked(new URLSearchParams());
  const { data, isError } = useQuery({
    ...analyticsGetReportOptions({ query: { 'start-date': start, 'end-date': end } }),
    retry: false,
    enabled: isConnected,
  });
  const visitors = data?.days.map((day) => day.visitors) ?? [];
  const ceiling = niceCeiling(Math.max(0, ...visitors));
  return (
    <section className={styles.card}>
      <header>
        <h2>{t`Visitors`}</h2>
        <Link to={addressOf(entry)}>{entry.many}</Link>
      </header>
      <div className={styles.body}>
        {data ? (
          <>
            <p>
              <strong>{formats.number(data.totals.visitors)}</strong> {t`in the last 30 days`}
            </p>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className={styles.area} d={areaOf(visitors, ceiling)} />
              <path className={styles.line} d={lineOf(visitors, ceiling)} />
            </svg>
          </>
        ) : (
          <p>{isError ? <NotLoaded /> : ' '}</p>
        )}
      </div>
    </section>
  );
}
