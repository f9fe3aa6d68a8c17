import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearClaims, storeClaims } from '../../session/session-store.ts';
import { answerCalls, claimsWith, renderScreen } from '../../testing/screen.tsx';
import { AdminScreen } from '../admin-screen.tsx';

const STANDARD = { id: 'm1', version: 1, name: 'Post', currency: 'GBP', isFirst: true, rows: [] };

let matrices: object[];

beforeEach(() => {
  storeClaims(claimsWith('ecom:write'));
  answerCalls(({ path }) => {
    if (path === '/cms/site') return { body: { hasEcom: true } };
    if (path === '/ecom/shipping-matrices')
      return { body: { results: matrices, total: matrices.length, start: 0, limit: 100 } };
    return { body: [] };
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearClaims();
});

const begin = async () => {
  const Component = () => (
    <main>
      <AdminScreen />
    </main>
  );
  renderScreen([{ path: '/cms-ecom/*', Component }], '/cms-ecom/shipping-matrix/new');
  return screen.findByRole<HTMLInputElement>('switch', { name: /^Baskets begin with these rules/ });
};

it('says that baskets begin with the first set of rules, which cannot be otherwise', async () => {
  matrices = [];
  const first = await begin();
  await screen.findByText('Of the first set of rules this is always so.');
  expect(first.checked).toBe(true);
});

it('leaves it open of any other', async () => {
  matrices = [STANDARD];
  const first = await begin();
  await screen.findByText('Every basket starts with the default rules. They can lead to other sets.');
  expect(first.checked).toBe(false);
});
