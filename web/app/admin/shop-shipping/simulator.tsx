/** A basket and an address to try the rules with, and what comes of them. */
import { t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';
import { useCountries } from '../../api/countries.ts';
import type { SimulationOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import { digitsOf } from '../../fields/money/units.ts';
import type { FieldDefinition } from '../../fields/types.ts';
import styles from './simulator.module.css';
import { scaledFrom, typedAmount } from './units.ts';
import type { Simulation, Trial } from './use-simulation.ts';
import { OUTCOMES } from './words.ts';

interface SimulatorProps {
  trial: Trial;
  onChange: (trial: Trial) => void;
  simulation: Simulation;
  currency: string;
}

export function Simulator({ trial, onChange, simulation, currency }: SimulatorProps) {
  const countries = useCountries();
  const set = (name: keyof Trial) => (value: unknown) => onChange({ ...trial, [name]: String(value ?? '') });
  const input = (name: keyof Trial, definition: FieldDefinition) => (
    <FieldInput isCompact definition={definition} value={trial[name]} onChange={set(name)} />
  );
  const text = (name: keyof Trial, label: string) => input(name, { type: 'text', label, maxLength: 100 });
  const measure = (name: keyof Trial, label: string, unit?: string) =>
    input(name, { type: 'number', label, unit });
  const total = scaledFrom(trial.total, digitsOf(currency));
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
        {measure('weight', t`Weight`, t`kg`)}
        <AmountInput
          isCompact
          label={t`Total`}
          currency={currency}
          amount={total}
          onChange={(amount) => set('total')(typedAmount(amount, currency))}
        />
      </div>
      <details>
        <summary>{t`More about the basket`}</summary>
        <div className={styles.pairs}>
          {measure('items', t`Items`)}
          {text('county', t`County`)}
          {measure('heaviest', t`Heaviest item`, t`kg`)}
          {measure('length', t`Length`, t`cm`)}
          {measure('width', t`Width`, t`cm`)}
          {measure('height', t`Height`, t`cm`)}
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
    <ol className={styles.way} aria-label={t`How the charge was found`}>
      {steps.map(({ matrixId, matrix, sentence }) => (
        <li key={matrixId ?? ''}>
          <strong>{matrix || t`These rules`}</strong>
          {t`: rule ${sentence + 1} applies`}
        </li>
      ))}
    </ol>
  );
}
