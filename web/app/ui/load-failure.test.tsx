import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AppProviders } from './app-providers.tsx';
import { loadableDialog } from './load-failure.tsx';

it('says of a dialog that it could not be loaded, and tries again', async () => {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new TypeError('no connection'));
  load.mockResolvedValue(() => 'There it is');
  const Late = loadableDialog(load);
  render(
    <AppProviders>
      <Late />
    </AppProviders>,
  );
  expect(await screen.findByText(/could not be loaded/)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('There it is')).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
