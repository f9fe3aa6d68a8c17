import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#words/use-formats.ts';
import type { Counts, ReportOut } from '../../api/generated/index.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Card } from '../card.tsx';
import { changeInPercent } from '../charts/change.ts';
import totals from '../charts/totals.module.css';
import styles from './analytics.module.css';
import entry from './entry.ts';
import { type Asked, searchOf } from './period.ts';
import { VisitsChart } from './visits-chart.tsx';

/** A page of this site, and no address of another that somebody sent to Google for one. */
const isPath = (path: string) => /^\/(?![/\\])/.test(path);

export function Report({ report, asked }: { report: ReportOut; asked: Asked }) {
  const formats = useFormats();
  if (report.totals.views === 0 && report.totals.visitors === 0)
    return (
      <EmptyState icon={entry.icon} title={t`No visits in these days`}>
        <p>{t`Google shows visits a few hours late. Only visitors who accept your Analytics tracker are counted.`}</p>
      </EmptyState>
    );
  return (
    <>
      <Card title={t`Visits`} description={zoneInWords(report)}>
        <dl className={totals.totals}>
          <Total label={t`Visitors`} report={report} of="visitors" />
          <Total label={t`Views`} report={report} of="views" />
        </dl>
        <VisitsChart days={report.days} />
        <details className={styles.table}>
          <summary>{t`Show as a table`}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t`Day`}</th>
                <th scope="col">{t`Visitors`}</th>
                <th scope="col">{t`Views`}</th>
              </tr>
            </thead>
            <tbody>
              {report.days.map(({ date, visitors, views }) => (
                <tr key={date}>
                  <th scope="row">{formats.day(date, 'medium')}</th>
                  <td>{formats.number(visitors)}</td>
                  <td>{formats.number(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </Card>
      <div className={styles.lists}>
        <CountedList
          title={t`Pages`}
          what={t`Page`}
          of="views"
          rows={report.pages.map((page) => ({
            ...page,
            key: page.path,
            name: isPath(page.path) ? <a href={page.path}>{page.path}</a> : page.path,
            more: isPath(page.path) && asked.path !== page.path && (
              <Link
                to={`?${searchOf({ ...asked, path: page.path })}`}
                aria-label={t`Only this: ${page.path}`}
              >{t`Only this`}</Link>
            ),
          }))}
        />
        <CountedList
          title={t`Where visitors come from`}
          what={t`Source`}
          of="visitors"
          rows={report.sources.map((source) => ({
            ...source,
            key: source.name,
            name: sourceInWords(source.name),
          }))}
        />
      </div>
    </>
  );
}

function zoneInWords({ timeZone }: ReportOut): ReactNode {
  return timeZone && <Trans>Days as Google counts them, in the time zone {timeZone}.</Trans>;
}

/** Google's own names for what it does not know. */
function sourceInWords(name: string): string {
  if (name === '(direct)') return t`Directly, by typing or a bookmark`;
  return name === '(not set)' || name === '' ? t`Unknown` : name;
}

interface TotalProps {
  label: string;
  report: ReportOut;
  of: keyof Counts;
}

function Total({ label, report: { totals, before, days }, of }: TotalProps) {
  const formats = useFormats();
  const change = changeInPercent(totals[of], before[of]);
  const count = formats.number(days.length);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{formats.number(totals[of])}</strong>
        {change !== undefined && (
          <span>
            {change === 0
              ? t`as many as in the ${count} days before`
              : change > 0
                ? t`${formats.number(change)} % more than in the ${count} days before`
                : t`${formats.number(-change)} % less than in the ${count} days before`}
          </span>
        )}
      </dd>
    </div>
  );
}

interface CountedRow extends Counts {
  key: string;
  name: ReactNode;
  more?: ReactNode;
}

interface CountedListProps {
  title: string;
  what: string;
  rows: CountedRow[];
  /** What the bars show. */
  of: keyof Counts;
}

function CountedList({ title, what, rows, of }: CountedListProps) {
  const formats = useFormats();
  const most = Math.max(1, ...rows.map((row) => row[of]));
  return (
    <Card title={title}>
      <div className={styles.counted}>
        <table>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col">{t`Visitors`}</th>
              <th scope="col">{t`Views`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <span className={styles.bar} style={{ width: `${(row[of] / most) * 100}%` }} aria-hidden />
                  <span className={styles.name}>
                    {row.name} {row.more}
                  </span>
                </th>
                <td>{formats.number(row.visitors)}</td>
                <td>{formats.number(row.views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
