import { expect, it } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { faultsAfter, faultsByPlace, ofRules } from './faults.ts';
import { newCondition, newRule } from './rules.ts';

const fault = (field: string, detail: string) => ({ field, code: 'wrong', detail });
const refused = (...errors: ReturnType<typeof fault>[]) =>
  new ProblemError(422, { code: 'invalid', title: 'Invalid', detail: 'Row 3: Enter a value.', errors });

// Two rows are the first rule, and the third is the second.
const [one, two, three] = [newCondition(), newCondition(), newCondition()];
const rules = [newRule([one, two]), newRule([three])];

it('says above the rules which of them is wrong, by its number there, and says it once', () => {
  const said = ofRules(refused(fault('rows.2.operand', 'Enter a value.')), rules);
  expect([said.status, said.code, said.detail]).toEqual([422, 'invalid', 'Rule 2: Enter a value.']);
  expect(said.errors).toEqual([]);
  const found = faultsByPlace([fault('rows.2.operand', 'Enter a value.')], rules);
  expect([...found]).toEqual([[three.key, { member: 'operand', detail: 'Enter a value.' }]]);
});

it('leaves what is said of anything else as it is', () => {
  const name = fault('name', 'Another has this name.');
  expect(ofRules(refused(name, fault('rows.0.operand', 'Enter a value.')), rules).errors).toEqual([name]);
  const other = refused(name);
  expect(ofRules(other, rules)).toBe(other);
});

it('says nothing more of what was changed, and still all of the rest', () => {
  const found = faultsByPlace(
    [
      fault('rows.0.operand', 'Enter a value.'),
      fault('rows.2.operand', 'Enter a value.'),
      fault('rows.2.consequence', 'Enter the charge.'),
    ],
    rules,
  );
  const [first, second] = rules as [(typeof rules)[0], (typeof rules)[0]];
  const typed = [{ ...first, conditions: [{ ...one, operand: 'BT' }, two] }, second] as typeof rules;
  expect([...faultsAfter(found, rules, typed).keys()]).toEqual([three.key, `${three.key} end`]);
  const charged = [first, { ...second, charge: '4.80' }] as typeof rules;
  expect([...faultsAfter(found, rules, charged).keys()]).toEqual([one.key, three.key]);
  expect([...faultsAfter(found, rules, [...rules].reverse()).keys()]).toEqual([...found.keys()]);
});
