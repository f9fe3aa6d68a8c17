/** A basket and an address to try the rules with, and what comes of them. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { screenFormats } from '#words/screen-formats.ts';
import { useCountries } from '../../api/countries.ts';
import type { SimulationOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import styles from './simulator.module.css';
import type { Simulation, Trial } from './use-simulation.ts';
import { OUTCOMES, signOf } from './words.ts';

interface SimulatorProps {
  trial: Trial;
  onChange: (trial: Trial) => void;
  simulation: Simulation;
  currency: string;
}

export function Simulator({ trial, onChange, simulation, currency }: SimulatorProps) {
  const countries = useCountries();
  const set = (name: keyof Trial) => (value: unknown) => onChange({ ...trial, [name]: String(value ?? '') });
  const text = (name: keyof Trial, label: string, unit?: string) => (
    <TextInput
      size="sm"
      label={label}
      maxLength={100}
      rightSection={unit}
      inputMode={unit === undefined ? undefined : 'decimal'}
      value={trial[name]}
      onChange={(event) => set(name)(event.currentTarget.value)}
    />
  );
  return (
    <aside className={styles.simulator} aria-label={t`Try it`}>
      <h2>{t`Try it`}</h2>
      <p>{t`What would delivery cost? Also with rules that are not saved yet.`}</p>
      <FieldInput
        definition={{
          type: 'choice',
          label: t`Country`,
          options: [{ value: '', label: t`Choose a country` }, ...countries],
        }}
        value={trial.country}
        onChange={set('country')}
      />
      <div className={styles.pairs}>
        {text('postcode', t`Postcode`)}
        {text('town', t`Town`)}
        {text('weight', t`Weight`, t`kg`)}
        {text('total', t`Total`, signOf(currency))}
      </div>
      <details>
        <summary>{t`More about the basket`}</summary>
        <div className={styles.pairs}>
          {text('items', t`Items`, '')}
          {text('county', t`County`)}
          {text('heaviest', t`Heaviest item`, t`kg`)}
          {text('length', t`Length`, t`cm`)}
          {text('width', t`Width`, t`cm`)}
          {text('height', t`Height`, t`cm`)}
        </div>
      </details>
      <output className={styles.outcome} aria-live="polite">
        <Outcome simulation={simulation} hasCountry={trial.country !== ''} />
      </output>
    </aside>
  );
}

function Outcome({ simulation, hasCountry }: { simulation: Simulation; hasCountry: boolean }) {
  const { result, error } = simulation;
  if (!hasCountry) return <p className={styles.hint}>{t`Choose a country to try the rules.`}</p>;
  if (error) {
    const detail = error instanceof ProblemError && error.status === 422 ? error.detail : undefined;
    return <p className={styles.hint}>{detail ?? t`That cannot be tried at the moment.`}</p>;
  }
  if (!result) return null;
  return (
    <>
      <p className={styles.answer} data-delivered={result.amount !== null}>
        {OUTCOMES[result.outcome]}{' '}
        {result.outcome === 'charged' && result.amount !== null && (
          <strong>{screenFormats().money(result.amount, result.currency)}</strong>
        )}
      </p>
      <Way result={result} />
    </>
  );
}

/** The matrices that were gone through, where there are several. */
function Way({ result }: { result: SimulationOut }) {
  const steps = result.rows.filter(
    ({ hasFired, matrixId }, index) => hasFired && result.rows[index + 1]?.matrixId !== matrixId,
  );
  if (new Set(result.rows.map(({ matrixId }) => matrixId)).size < 2) return null;
  return (
    <ol className={styles.way} aria-label={t`Causes`}>
      {steps.map(({ matrixId, matrix, sentence }) => (
        <li key={matrixId ?? ''}>
          <strong>{matrix || t`These rules`}</strong>
          {t`: rule ${sentence + 1} applies`}
        </li>
      ))}
    </ol>
  );
}
