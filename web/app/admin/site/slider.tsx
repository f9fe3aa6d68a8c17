/** A number between two others, drawn by the browser: arrows move it by a step. */
import { useId } from 'react';
import { SetInScss } from './colours-card.tsx';
import { LABELS } from './labels.ts';
import { SETTINGS, type SettingName } from './settings.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';

/** Of a length in rem, as browsers have it by default. */
export const pixels = (rem: number) => `${Math.round(rem * 16)} px`;
export const percent = (share: number) => `${Math.round(share * 100)} %`;
export const times = (factor: number) => `× ${factor}`;

interface SliderProps {
  draft: SiteDraft;
  name: SettingName;
  least: number;
  most: number;
  step: number;
  /** The number as people call it. */
  say: (value: number) => string;
}

export function Slider({ draft: { values, set }, name, least, most, step, say }: SliderProps) {
  const id = useId();
  const value = values[name];
  if (value === undefined) return <SetInScss name={name} />;
  const unit = SETTINGS[name] === 'rem' ? 'rem' : '';
  const number = Number.parseFloat(value);
  // An administrator who has set a value outside the range in SCSS keeps it when they open the screen.
  const range = { min: Math.min(least, number), max: Math.max(most, number) };
  const shown = say(number);
  return (
    <div className={styles.slider} data-field={name}>
      <label htmlFor={id}>{LABELS[name]}</label>
      <output htmlFor={id}>{shown}</output>
      <input
        id={id}
        type="range"
        {...range}
        step={step}
        value={number}
        aria-valuetext={shown}
        onChange={(event) => set({ [name]: String(Number(event.currentTarget.value)) + unit })}
      />
    </div>
  );
}
