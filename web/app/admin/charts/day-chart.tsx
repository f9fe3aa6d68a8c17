/**
 * Draws numbers by day. The user moves over them with the pointer or the arrow keys; the parent component
 * puts them in a table too.
 */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import styles from './day-chart.module.css';
import { across, areaOf, lineOf, nearest, niceCeiling, up } from './geometry.ts';

/** How far a key moves. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export interface Series {
  label: string;
  values: readonly number[];
  /** What it is told apart by: `other` is dashed and stands behind. */
  look: 'main' | 'other';
  isFilled?: boolean;
}

interface DayChartProps {
  label: string;
  /** Of the calendar, the first first. */
  days: readonly string[];
  series: readonly Series[];
  /** What is said of one day. */
  inWords: (index: number) => string;
  scaleInWords: (value: number) => string;
  /** What the least of the scale is named in: 100 where values are cents. */
  unit?: number;
}

export function DayChart({ label, days, series, inWords, scaleInWords, unit }: DayChartProps) {
  const formats = useFormats();
  const [chosen, setChosen] = useState<number>();
  const last = days.length - 1;
  const at = chosen === undefined ? undefined : Math.min(chosen, last);
  if (last < 0) return null;
  const values = series.flatMap((each) => each.values);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const ceiling = most === 0 && least < 0 ? 0 : niceCeiling(most, unit);
  const floor = least < 0 ? -niceCeiling(-least, unit) : 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, (at ?? last) + step)));
  };
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(nearest((clientX - left) / width, days.length));
  };
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        {series.map((each) => (
          <span key={each.label} className={styles[each.look]}>
            {each.label}
          </span>
        ))}
        {/* Read out as the slider's value. */}
        <span className={styles.day} aria-hidden>
          {at !== undefined && inWords(at)}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden>
          {(floor < 0 ? [ceiling, floor] : [ceiling, ceiling / 2, 0]).map((value) => (
            <span key={value}>{scaleInWords(value)}</span>
          ))}
        </div>
        <div
          className={styles.area}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={inWords(at ?? last)}
          onKeyDown={onKeyDown}
          onFocus={() => setChosen((before) => before ?? last)}
          onBlur={() => setChosen(undefined)}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(undefined)}
        >
          <Lines series={series} ceiling={ceiling} floor={floor} />
          {floor < 0 && <i className={styles.nothing} style={{ top: `${up(0, ceiling, floor)}%` }} />}
          {(at !== undefined || days.length === 1) && (
            <div
              className={styles.marker}
              style={{ insetInlineStart: `${across(at ?? last, days.length)}%` }}
              aria-hidden
            >
              {series.map((each) => (
                <i
                  key={each.label}
                  className={each.look === 'main' ? styles.mainDot : undefined}
                  style={{ top: `${up(each.values[at ?? last] ?? 0, ceiling, floor)}%` }}
                />
              ))}
            </div>
          )}
        </div>
        <div className={styles.dates} aria-hidden>
          <span>{formats.day(days[0] as string, 'medium')}</span>
          {last > 0 && <span>{formats.day(days[last] as string, 'medium')}</span>}
        </div>
      </div>
    </figure>
  );
}

function Lines({ series, ceiling, floor }: { series: readonly Series[]; ceiling: number; floor: number }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {series.map(
        ({ label, look, values, isFilled }) =>
          isFilled && (
            <path key={label} className={styles[`${look}Area`]} d={areaOf(values, ceiling, floor)} />
          ),
      )}
      {series.map(({ label, look, values }) => (
        <path key={label} className={styles[`${look}Line`]} d={lineOf(values, ceiling, floor)} />
      ))}
    </svg>
  );
}
