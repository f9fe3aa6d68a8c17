import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SimulationIn, SimulationOut } from '../../api/generated/index.ts';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { answerCalls, type Call, renderScreen } from '../../testing/screen.tsx';
import { newRule, type Rule } from './rules.ts';
import { Simulator } from './simulator.tsx';
import { EMPTY, useSimulation } from './use-simulation.ts';

const facts = { items: 2, weight: 1800, heaviest: 900, length: 0, width: 0, height: 0 };
const row = { matrix: '', row: 0, found: null, isMet: true, hasFired: true };
const products = [
  // As the database orders them: by the length of their names.
  { id: 'p1', sku: 'LB-S', optionValues: { Lid: 'No', Size: 'Small' } },
  { id: 'p2', sku: 'LB-L', optionValues: { Lid: 'No', Size: 'Large' } },
];
const options = [
  { name: 'Size', values: ['Small', 'Large'] },
  { name: 'Lid', values: ['Yes', 'No'] },
];
const group = { id: 'g1', name: 'Log basket', code: 'LB', options, products };
const rules: Rule[] = [{ ...newRule([]), type: 'set_shipping', charge: '4.50' }];

let answer: Partial<SimulationOut>;
let isAway: boolean;
let isDeleted: boolean;
let calls: Call[];

beforeEach(() => {
  isAway = false;
  isDeleted = false;
  answer = {
    outcome: 'charged',
    amount: 450,
    currency: 'GBP',
    facts: { ...facts, totalExclTax: 3332, totalInclTax: 3998, unknownWeights: 1 },
    rows: [{ ...row, matrixId: null, sentence: 0 }],
  };
  calls = answerCalls(({ path }) => {
    if (path === '/cms/countries') return { body: [{ code: 'GB', name: 'United Kingdom' }] };
    if (isAway && path !== '/ecom/product-groups')
      return { status: 503, body: { title: 'Service Unavailable', errors: [] } };
    if (path === '/ecom/product-groups/g1')
      return isDeleted ? { status: 404, body: { title: 'Not Found', errors: [] } } : { body: group };
    if (path === '/ecom/product-groups') return { body: { results: [group], total: 1, start: 0, limit: 8 } };
    return { body: answer };
  });
});

afterEach(() => vi.unstubAllGlobals());

function Probe() {
  const [trial, setTrial] = useState(EMPTY);
  const simulation = useSimulation({ matrixId: undefined, rules, currency: 'GBP', places: 2, trial });
  return (
    <main>
      <h1>Post</h1>
      <Simulator
        trial={trial}
        onChange={setTrial}
        simulation={simulation}
        currency="GBP"
        rulesOf={() => rules}
        nameOf={() => ''}
      />
    </main>
  );
}

const asked = () =>
  calls
    .filter(({ path }) => path === '/ecom/shipping-matrices/simulations')
    .map(({ body }) => body as SimulationIn);

it('tries the rules with products of the shop, and says which rule decided', async () => {
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await user.selectOptions(
    await screen.findByLabelText('Country'),
    await screen.findByText('United Kingdom'),
  );
  screen.getByText('Add a product to try the rules.');
  expect(asked()).toEqual([]);
  await user.click(screen.getByLabelText('Add a product'));
  await user.click(await screen.findByRole('option', { name: /Log basket/ }));
  const basket = within(await screen.findByRole('list', { name: 'Basket' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Add a product'));
  await user.selectOptions(await basket.findByLabelText('Variant'), 'Size: Large, Lid: No');
  await user.clear(basket.getByLabelText('Quantity'));
  await user.type(basket.getByLabelText('Quantity'), '2');
  await waitFor(() => expect(asked().at(-1)?.products).toEqual([{ productId: 'p2', quantity: 2 }]));
  expect(asked().at(-1)).not.toHaveProperty('facts');
  await screen.findByText('£4.50');
  screen.getByText('The rules see: 2 items · 1.8 kg · £39.98');
  screen.getByText('The weight of 1 item is not entered: it counts as nothing.');
  const way = within(screen.getByRole('list', { name: 'How the charge was found' }));
  expect(way.getByRole('listitem').textContent).toBe('Rule 1 In every other case: delivery costs £4.50');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(basket.getByRole('button', { name: 'Remove Log basket' }));
  await screen.findByText('Add a product to try the rules.');
  expect(document.activeElement).toBe(screen.getByLabelText('Add a product'));
});

it('asks nothing of a quantity that is none', async () => {
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await user.click(screen.getByLabelText('Add a product'));
  await user.click(await screen.findByRole('option', { name: /Log basket/ }));
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '1.5');
  await user.selectOptions(screen.getByLabelText('Country'), await screen.findByText('United Kingdom'));
  await waitFor(() => expect(quantity.getAttribute('aria-invalid')).toBe('true'));
  expect(asked()).toEqual([]);
});

it('can be tried again where it could not be tried', async () => {
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await user.click(await screen.findByText('Measures'));
  await user.selectOptions(screen.getByLabelText('Country'), await screen.findByText('United Kingdom'));
  await screen.findByText('£4.50');
  isAway = true;
  await user.type(screen.getByLabelText('Weight'), '2');
  await screen.findByText('This cannot be tried at the moment.');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('£4.50');
});

it.each([
  ['cannot be read', () => (isAway = true), 1],
  ['has been deleted', () => (isDeleted = true), 0],
])('lets go of a product that %s', async (words, happen, retries) => {
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await user.selectOptions(
    await screen.findByLabelText('Country'),
    await screen.findByText('United Kingdom'),
  );
  happen();
  await user.click(screen.getByLabelText('Add a product'));
  await user.click(await screen.findByRole('option', { name: /Log basket/ }));
  const line = (await screen.findByText(`This product ${words}.`)).closest('li') as HTMLElement;
  expect(within(line).queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries);
  await user.click(screen.getByRole('button', { name: 'Remove this product' }));
  await screen.findByText('Add a product to try the rules.');
});

it('takes a basket by its measures, too', async () => {
  const { user } = renderScreen([{ path: '/', Component: Probe }], '/');
  await user.click(await screen.findByText('Measures'));
  await user.type(screen.getByLabelText('Weight'), '2.5');
  await user.selectOptions(screen.getByLabelText('Country'), await screen.findByText('United Kingdom'));
  await waitFor(() => expect(asked().at(-1)?.facts?.weight).toBe(2500));
  expect(asked().at(-1)).not.toHaveProperty('products');
});
