/** Takings and orders of today, of 7 and of 30 days, and by day. */
import { plural, t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { minorDigits } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';
import type { DashboardOut, SalesPeriod } from '../../api/generated/index.ts';
import { changeInPercent } from '../charts/change.ts';
import { DayChart } from '../charts/day-chart.tsx';
import totals from '../charts/totals.module.css';
import { DashboardCard } from '../dashboard/dashboard-card.tsx';
import styles from './shop-dashboard.module.css';

const inOrders = (count: number) => plural(count, { one: '# order', other: '# orders' });

export function SalesCard({ dashboard }: { dashboard: DashboardOut }) {
  const { days, periods, currency, timezone, otherCurrencies } = dashboard;
  const formats = useFormats();
  const isEmpty = days.every(({ orders, takings }) => orders === 0 && takings === 0);
  const others = formats.list(otherCurrencies);
  return (
    <DashboardCard title={t`Sales`}>
      <div className={styles.sales}>
        <dl className={totals.totals}>
          {periods.map((period) => (
            <Total key={period.days} period={period} currency={currency} />
          ))}
        </dl>
        {isEmpty ? (
          <p
            className={styles.nothing}
          >{t`Nothing was sold in the last 30 days. Orders are shown here by day.`}</p>
        ) : (
          <ByDay dashboard={dashboard} />
        )}
        <p className={styles.definition}>
          {t`Orders count on the day they are placed, without cancelled ones and those still waiting for an online payment. Takings are the money that came in, tax and delivery included, less what was refunded that day.`}{' '}
          {t`Days in the time zone ${timezone}.`}{' '}
          {otherCurrencies.length > 0 && t`Orders in ${others} are not counted.`}
        </p>
      </div>
    </DashboardCard>
  );
}

function Total({ period, currency }: { period: SalesPeriod; currency: string }) {
  const { days, orders, takings, before } = period;
  const formats = useFormats();
  const change = before.takings > 0 ? changeInPercent(takings, before.takings) : undefined;
  const label = t`${plural(days, { 1: 'Today', one: 'Last # day', other: 'Last # days' })}`;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{formats.money(takings, currency)}</strong>
        <span>{inOrders(orders)}</span>
        {change !== undefined && <span>{changeInWords(change, days, formats.number(Math.abs(change)))}</span>}
      </dd>
    </div>
  );
}

function changeInWords(change: number, days: number, percent: string): string {
  if (change === 0)
    return t`${plural(days, {
      1: 'as much as yesterday',
      one: 'as much as in the # day before',
      other: 'as much as in the # days before',
    })}`;
  if (change > 0)
    return t`${plural(days, {
      1: `${percent} % more than yesterday`,
      one: `${percent} % more than in the # day before`,
      other: `${percent} % more than in the # days before`,
    })}`;
  return t`${plural(days, {
    1: `${percent} % less than yesterday`,
    one: `${percent} % less than in the # day before`,
    other: `${percent} % less than in the # days before`,
  })}`;
}

type Shown = 'takings' | 'orders';

function ByDay({ dashboard: { days, currency } }: { dashboard: DashboardOut }) {
  const formats = useFormats();
  const [shown, setShown] = useState<Shown>('takings');
  const names: Record<Shown, string> = { takings: t`Takings`, orders: t`Orders` };
  const inWords = (index: number) => {
    const { date, orders, takings } = days[index] as (typeof days)[number];
    return t`${formats.day(date)}: ${formats.money(takings, currency)}, ${inOrders(orders)}`;
  };
  return (
    <>
      <SegmentedControl
        className={styles.shown}
        aria-label={t`What the chart shows`}
        value={shown}
        onChange={(value) => setShown(value as Shown)}
        data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      <DayChart
        label={t`Sales by day`}
        days={days.map(({ date }) => date)}
        series={[
          { label: names[shown], values: days.map((day) => day[shown]), look: 'main', isFilled: true },
        ]}
        inWords={inWords}
        unit={shown === 'takings' ? 10 ** minorDigits(currency) : 1}
        scaleInWords={(value) =>
          shown === 'takings' ? formats.money(value, currency) : formats.number(value)
        }
      />
      <details className={styles.table}>
        <summary>{t`Show as a table`}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Day`}</th>
              <th scope="col">{names.orders}</th>
              <th scope="col">{names.takings}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, orders, takings }) => (
              <tr key={date}>
                <th scope="row">{formats.day(date, 'medium')}</th>
                <td>{formats.number(orders)}</td>
                <td>{formats.money(takings, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
