import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderScreen } from '../../testing/screen.tsx';
import { newCondition, newRule, type Rule } from './rules.ts';
import { RulesEditor } from './rules-editor.tsx';

afterEach(() => vi.unstubAllGlobals());

it('says at the input what is wrong with what follows', async () => {
  answerCalls(() => ({ body: [] }));
  const rule = newRule([]);
  const faults = new Map([[`${rule.key} end`, { member: 'consequence', detail: 'Enter an amount.' }]]);
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

it('says at the part of a condition what is wrong with it', async () => {
  answerCalls(() => ({ body: [] }));
  const [one, other] = [newCondition(), newCondition()];
  const faults = new Map([
    [one.key, { member: 'operator', detail: 'No such comparison.' }],
    [other.key, { member: 'operand', detail: 'Enter a weight.' }],
  ]);
  const given = { currency: 'GBP', matrices: [], reads: new Map(), faults, onChange: () => undefined };
  const Component = () => <RulesEditor {...given} rules={[newRule([one, other])]} isReadOnly={false} />;
  renderScreen([{ path: '/', Component }], '/');
  const [first, second] = within(await screen.findByLabelText('Conditions')).getAllByRole('listitem');
  const wrongIn = (item: HTMLElement | undefined) =>
    [...(item?.querySelectorAll('[aria-invalid="true"]') ?? [])].map((input) => [
      input.getAttribute('aria-label'),
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
    ]);
  expect(wrongIn(first)).toEqual([['How it is compared', 'No such comparison.']]);
  expect(wrongIn(second)).toEqual([['Compared with', 'Enter a weight.']]);
});

it('keeps the keyboard where something was added or removed', async () => {
  answerCalls(() => ({ body: [] }));
  const Component = () => {
    const [rules, setRules] = useState<Rule[]>([]);
    const given = { currency: 'GBP', matrices: [], reads: new Map(), faults: new Map() };
    return <RulesEditor {...given} rules={rules} isReadOnly={false} onChange={setRules} />;
  };
  const { user } = renderScreen([{ path: '/', Component }], '/');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await screen.findByRole('button', { name: 'Add rule' });
  await press('Add rule');
  expect(focused()).toBe('What is asked');
  await press('Add condition');
  const asked = screen.getAllByLabelText('What is asked');
  expect(document.activeElement).toBe(asked[1]);
  await user.click(screen.getAllByRole('button', { name: 'Remove this condition' })[1] as HTMLElement);
  expect(focused()).toBe('Remove this condition');
  await press('Remove this condition');
  expect(focused()).toBe('Add condition');
  // A rule without conditions is for every other case, and stays last.
  await press('Add rule');
  expect(focused()).toBe('What is asked');
  await press('Move rule 2 up');
  expect(focused()).toBe('Move rule 1 down');
  await press('Remove rule 2');
  expect(focused()).toBe('Remove rule 1');
  await press('Remove rule 1');
  expect(focused()).toBe('Add rule');
});

it('takes steps back and forth by the keys of the machine, whatever letters they have', async () => {
  answerCalls(() => ({ body: [] }));
  const platform = vi.spyOn(navigator, 'platform', 'get');
  const Component = () => {
    const [rules, setRules] = useState<Rule[]>([]);
    const given = { currency: 'GBP', matrices: [], reads: new Map(), faults: new Map() };
    return <RulesEditor {...given} rules={rules} isReadOnly={false} onChange={setRules} />;
  };
  const { user } = renderScreen([{ path: '/', Component }], '/');
  const adding = await screen.findByRole('button', { name: 'Add rule' });
  await user.click(adding);
  const count = () => within(screen.getByRole('list', { name: 'Rules' })).getAllByRole('listitem').length;
  const before = count();
  const press = (keys: KeyboardEventInit) => fireEvent.keyDown(adding, { code: 'KeyZ', ...keys });
  press({ key: 'я', ctrlKey: true });
  expect(screen.getByText('No rules yet: nothing is delivered.')).toBeTruthy();
  press({ key: 'Я', ctrlKey: true, shiftKey: true });
  expect(count()).toBe(before);
  platform.mockReturnValue('MacIntel');
  press({ key: 'z', ctrlKey: true });
  expect(count()).toBe(before);
  press({ key: 'z', metaKey: true });
  expect(screen.getByText('No rules yet: nothing is delivered.')).toBeTruthy();
  platform.mockRestore();
});
