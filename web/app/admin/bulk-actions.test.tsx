import { screen, waitFor } from '@testing-library/react';
import { Check } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/screen.tsx';
import type { BulkAction } from './bulk-action.ts';
import { BulkActions } from './bulk-actions.tsx';

const action = (label: string, isFor: boolean) =>
  ({ label, icon: Check, isFor: () => isFor, run: async () => {} }) as unknown as BulkAction<string>;

it('a menu that begins with what cannot be done is entered by keyboard', async () => {
  const onRun = vi.fn(async () => {});
  const actions = [action('Publish', false), action('Unpublish', true), action('Archive', true)];
  const Component = () => <BulkActions actions={actions} rows={['one']} isLocked={undefined} onRun={onRun} />;
  const { user } = renderScreen([{ path: '/', Component }], '/');
  (await screen.findByRole('button', { name: 'Change' })).focus();
  await user.keyboard('{Enter}');
  const unpublish = await screen.findByRole('menuitem', { name: 'Unpublish' });
  await waitFor(() => expect(document.activeElement).toBe(unpublish));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(onRun).toHaveBeenCalledWith(actions[2], ['one'], undefined));
});
