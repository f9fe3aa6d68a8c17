import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { newCondition, newRule } from './rules.ts';
import { RulesEditor } from './rules-editor.tsx';

afterEach(() => vi.unstubAllGlobals());

it('says at the input what is wrong with what follows', async () => {
  answerCalls(() => ({ body: [] }));
  const rule = newRule([]);
  const faults = new Map([[`${rule.key} end`, 'Enter an amount.']]);
  const given = { currency: 'GBP', matrices: [], reads: new Map(), faults, onChange: () => undefined };
  const Component = () => <RulesEditor {...given} rules={[rule]} isReadOnly={false} />;
  renderScreen([{ path: '/', Component }], '/');
  const charge = await screen.findByLabelText('Delivery charge');
  const described = charge.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('Enter an amount.');
});

it('moves a rule by Alt and an arrow at its grip, and leaves those keys to the inputs in it', async () => {
  answerCalls(() => ({ body: [] }));
  const first = newRule([newCondition()]);
  const changed = vi.fn();
  const Component = () => {
    const [rules, setRules] = useState([first, newRule([])]);
    const change = (next: typeof rules) => {
      changed(next.indexOf(first));
      setRules(next);
    };
    const given = { currency: 'GBP', matrices: [], reads: new Map(), faults: new Map() };
    return <RulesEditor {...given} rules={rules} isReadOnly={false} onChange={change} />;
  };
  renderScreen([{ path: '/', Component }], '/');
  const keys = { key: 'ArrowDown', altKey: true };
  fireEvent.keyDown(await screen.findByLabelText('What is asked'), keys);
  expect(changed).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move rule 1' }), keys);
  expect(changed).toHaveBeenCalledExactlyOnceWith(1);
});
