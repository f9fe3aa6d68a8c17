/** Visitors and views by day. */
import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { CountedDay } from '../../api/generated/index.ts';
import { DayChart } from '../charts/day-chart.tsx';

export function VisitsChart({ days }: { days: CountedDay[] }) {
  const formats = useFormats();
  const inWords = (index: number) => {
    const { date, visitors, views } = days[index] as CountedDay;
    return t`${formats.day(date)}: ${formats.number(visitors)} visitors, ${formats.number(views)} views`;
  };
  return (
    <DayChart
      label={t`Visits by day`}
      days={days.map(({ date }) => date)}
      series={[
        { label: t`Visitors`, values: days.map(({ visitors }) => visitors), look: 'main' },
        { label: t`Views`, values: days.map(({ views }) => views), look: 'other', isFilled: true },
      ]}
      inWords={inWords}
      scaleInWords={formats.number}
    />
  );
}
