/** What comes of a basket and an address: the charge, what the basket was taken for, and the rules that decided. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { screenFormats } from '#words/screen-formats.ts';
import type { BasketFactsOut, SimulationOut } from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Rule } from './rules.ts';
import styles from './simulator.module.css';
import type { Simulation, Trial } from './use-simulation.ts';
import { OUTCOMES, sentenceOf } from './words.ts';

interface OutcomeProps {
  trial: Trial;
  simulation: Simulation;
  currency: string;
  rulesOf: (matrixId: string | null) => readonly Rule[];
  nameOf: (matrixId: string) => string;
}

export function Outcome({ trial, simulation, currency, rulesOf, nameOf }: OutcomeProps) {
  const { result, error, retry } = simulation;
  const isEmpty = trial.by === 'products' && trial.lines.length === 0;
  if (isEmpty) return <p className={styles.hint}>{t`Add a product to try the rules.`}</p>;
  if (trial.country === '') return <p className={styles.hint}>{t`Choose a country to try the rules.`}</p>;
  if (error) {
    const detail = error instanceof ProblemError && error.status === 422 ? error.detail : undefined;
    if (detail) return <p className={styles.hint}>{detail}</p>;
    return (
      <>
        <p className={styles.hint}>{t`This cannot be tried at the moment.`}</p>
        <Button size="md" onClick={retry}>{t`Try again`}</Button>
      </>
    );
  }
  if (!result) return <Skeleton height="3rem" />;
  return (
    <>
      <p className={styles.answer} data-delivered={result.amount !== null}>
        {OUTCOMES[result.outcome]}{' '}
        {result.outcome === 'charged' && result.amount !== null && (
          <strong>{screenFormats().money(result.amount, result.currency)}</strong>
        )}
      </p>
      {trial.by === 'products' && <BasketFacts facts={result.facts} currency={result.currency} />}
      <Way {...{ result, currency, rulesOf, nameOf }} />
    </>
  );
}

/** What the rules see of the products. */
function BasketFacts({ facts, currency }: { facts: BasketFactsOut; currency: string }) {
  const { money, number } = screenFormats();
  const { items, weight, totalInclTax, unknownWeights } = facts;
  if (items === 0) return null;
  const parts = [
    plural(items, { one: '# item', other: '# items' }),
    t`${number(weight / 1000)} kg`,
    money(totalInclTax, currency),
  ];
  return (
    <>
      <p className={styles.hint}>{t`The rules see: ${parts.join(' · ')}`}</p>
      {unknownWeights > 0 && (
        <p className={styles.warning}>
          {plural(unknownWeights, {
            one: 'The weight of # item is not entered: it counts as nothing.',
            other: 'The weights of # items are not entered: they count as nothing.',
          })}
        </p>
      )}
    </>
  );
}

type WayProps = Omit<OutcomeProps, 'trial' | 'simulation'> & { result: SimulationOut };

/** The rules that decided, one of each set that was gone through. */
function Way({ result, currency, rulesOf, nameOf }: WayProps) {
  const steps = result.rows.filter(
    ({ hasFired, matrixId }, index) => hasFired && result.rows[index + 1]?.matrixId !== matrixId,
  );
  if (steps.length === 0) return null;
  const sentence = (rule: Rule | undefined) => (rule ? sentenceOf(rule, currency, nameOf) : '');
  return (
    <ol className={styles.way} aria-label={t`How the charge was found`}>
      {steps.map(({ matrixId, matrix, sentence: at }) => (
        <li key={matrixId ?? ''}>
          <strong>{matrix ? t`${matrix}, rule ${at + 1}` : t`Rule ${at + 1}`}</strong>{' '}
          {sentence(rulesOf(matrixId)[at])}
        </li>
      ))}
    </ol>
  );
}
