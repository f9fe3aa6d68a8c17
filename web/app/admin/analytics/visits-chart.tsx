/** Visitors and views by day. One moves over it with the pointer or the arrow keys; the numbers stand in a table below too. */
import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { CountedDay } from '../../api/generated/index.ts';
import { across, areaOf, lineOf, nearest, niceCeiling, up } from './geometry.ts';
import styles from './visits-chart.module.css';

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

export function VisitsChart({ days }: { days: CountedDay[] }) {
  const formats = useFormats();
  const [chosen, setChosen] = useState<number>();
  const last = days.length - 1;
  const at = chosen === undefined ? undefined : Math.min(chosen, last);
  const current = days[at ?? last];
  if (!current) return null;
  const ceiling = niceCeiling(
    Math.max(...days.map(({ views }) => views), ...days.map(({ visitors }) => visitors)),
  );
  const inWords = ({ date, visitors, views }: CountedDay) =>
    t`${formats.day(date)}: ${formats.number(visitors)} visitors, ${formats.number(views)} views`;
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
        <span className={styles.visitors}>{t`Visitors`}</span>
        <span className={styles.views}>{t`Views`}</span>
        {/* Read out as the slider's value. */}
        <span className={styles.day} aria-hidden>
          {at !== undefined && inWords(current)}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden>
          {[ceiling, ceiling / 2, 0].map((value) => (
            <span key={value}>{formats.number(value)}</span>
          ))}
        </div>
        <div
          className={styles.area}
          role="slider"
          tabIndex={0}
          aria-label={t`Visits by day`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={inWords(current)}
          onKeyDown={onKeyDown}
          onFocus={() => setChosen((before) => before ?? last)}
          onBlur={() => setChosen(undefined)}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setChosen(undefined)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path
              className={styles.viewsArea}
              d={areaOf(
                days.map(({ views }) => views),
                ceiling,
              )}
            />
            <path
              className={styles.viewsLine}
              d={lineOf(
                days.map(({ views }) => views),
                ceiling,
              )}
            />
            <path
              className={styles.visitorsLine}
              d={lineOf(
                days.map(({ visitors }) => visitors),
                ceiling,
              )}
            />
          </svg>
          {(at !== undefined || days.length === 1) && (
            <Marker day={current} left={across(at ?? last, days.length)} ceiling={ceiling} />
          )}
        </div>
        <div className={styles.dates} aria-hidden>
          <span>{formats.day((days[0] as CountedDay).date, 'medium')}</span>
          {days.length > 1 && <span>{formats.day((days[last] as CountedDay).date, 'medium')}</span>}
        </div>
      </div>
    </figure>
  );
}

function Marker({ day, left, ceiling }: { day: CountedDay; left: number; ceiling: number }) {
  return (
    <div className={styles.marker} style={{ insetInlineStart: `${left}%` }} aria-hidden>
      <i className={styles.viewsDot} style={{ top: `${up(day.views, ceiling)}%` }} />
      <i className={styles.visitorsDot} style={{ top: `${up(day.visitors, ceiling)}%` }} />
    </div>
  );
}
