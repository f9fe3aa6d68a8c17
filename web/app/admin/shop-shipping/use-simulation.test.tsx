import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { newCondition, newRule, type Rule } from './rules.ts';
import { EMPTY, useSimulation } from './use-simulation.ts';

const trial = { ...EMPTY, by: 'measures' as const, country: 'GB' };

function Probe() {
  const [rules, setRules] = useState<Rule[]>([newRule([])]);
  const { result, isCurrent } = useSimulation({
    matrixId: undefined,
    rules,
    currency: 'GBP',
    places: 2,
    trial,
  });
  return (
    <>
      <button type="button" onClick={() => setRules([newRule([newCondition()]), ...rules])}>
        Add
      </button>
      <p>{result ? (isCurrent ? 'current' : 'of before') : 'nothing'}</p>
    </>
  );
}

afterEach(() => vi.unstubAllGlobals());

it('says whether it is of the rules as they are', async () => {
  let answer = () => {};
  let isFirst = true;
  answerCalls(async () => {
    if (!isFirst) await new Promise<void>((resolve) => (answer = resolve));
    isFirst = false;
    return { body: { outcome: 'charged', amount: 1, currency: 'GBP', rows: [] } };
  });
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await screen.findByText('current');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('of before')).toBeTruthy();
  await waitFor(() => {
    answer();
    expect(screen.getByText('current')).toBeTruthy();
  });
});
