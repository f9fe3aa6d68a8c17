/** A basket and an address to try the rules with, and what comes of them. */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { minorDigits } from '#words/format.ts';
import { useCountries } from '../../api/countries.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { AmountInput } from '../../fields/money/amount-input.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import type { Rule } from './rules.ts';
import styles from './simulator.module.css';
import { TrialBasket } from './trial-basket.tsx';
import { Outcome } from './trial-outcome.tsx';
import { scaledFrom, typedAmount } from './units.ts';
import type { Simulation, Trial } from './use-simulation.ts';

type Typed = Exclude<keyof Trial, 'by' | 'lines'>;

interface SimulatorProps {
  trial: Trial;
  onChange: (trial: Trial) => void;
  simulation: Simulation;
  currency: string;
  /** The rules of a matrix; of that on the screen for null. */
  rulesOf: (matrixId: string | null) => readonly Rule[];
  nameOf: (matrixId: string) => string;
}

export function Simulator({ trial, onChange, simulation, currency, rulesOf, nameOf }: SimulatorProps) {
  const countries = useCountries();
  const basket = useId();
  const set = (name: Typed) => (value: unknown) => onChange({ ...trial, [name]: String(value ?? '') });
  const input = (name: Typed, definition: OfferedDefinition) => (
    <FieldInput isCompact definition={definition} value={trial[name]} onChange={set(name)} />
  );
  const text = (name: Typed, label: string) => input(name, { type: 'text', label, maxLength: 100 });
  return (
    <aside className={styles.simulator} aria-label={t`Try it`}>
      <h2>{t`Try it`}</h2>
      <p>{t`What would delivery cost? Also with rules that are not saved yet.`}</p>
      <fieldset className={styles.part}>
        <legend id={basket}>{t`Basket`}</legend>
        <SegmentedControl
          fullWidth
          aria-labelledby={basket}
          value={trial.by}
          onChange={(by) => onChange({ ...trial, by: by as Trial['by'] })}
          data={[
            { value: 'products', label: t`Products` },
            { value: 'measures', label: t`Measures` },
          ]}
        />
        {trial.by === 'products' ? (
          <TrialBasket lines={trial.lines} onChange={(lines) => onChange({ ...trial, lines })} />
        ) : (
          <Measures trial={trial} currency={currency} input={input} onTotal={set('total')} />
        )}
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t`Address`}</legend>
        {input('country', {
          type: 'choice',
          label: t`Country`,
          options: [{ value: '', label: t`Choose a country` }, ...countries],
        })}
        <div className={styles.pairs}>
          {text('postcode', t`Postcode`)}
          {text('town', t`Town`)}
          {text('county', t`County`)}
        </div>
      </fieldset>
      <output className={styles.outcome} aria-live="polite">
        <Outcome {...{ trial, simulation, currency, rulesOf, nameOf }} />
      </output>
    </aside>
  );
}

interface MeasuresProps extends Pick<SimulatorProps, 'trial' | 'currency'> {
  input: (name: Typed, definition: OfferedDefinition) => ReactNode;
  onTotal: (typed: string) => void;
}

/** A basket that nobody has products for yet. */
function Measures({ trial, currency, input, onTotal }: MeasuresProps) {
  const measure = (name: Typed, label: string, unit?: string) => input(name, { type: 'number', label, unit });
  return (
    <>
      <div className={styles.pairs}>
        {measure('weight', t`Weight`, t`kg`)}
        <AmountInput
          isCompact
          label={t`Total`}
          currency={currency}
          amount={scaledFrom(trial.total, minorDigits(currency))}
          onChange={(amount) => onTotal(typedAmount(amount, currency))}
        />
      </div>
      <details>
        <summary>{t`More about the basket`}</summary>
        <div className={styles.pairs}>
          {measure('items', t`Items`)}
          {measure('heaviest', t`Heaviest item`, t`kg`)}
          {measure('length', t`Length`, t`cm`)}
          {measure('width', t`Width`, t`cm`)}
          {measure('height', t`Height`, t`cm`)}
        </div>
      </details>
    </>
  );
}
