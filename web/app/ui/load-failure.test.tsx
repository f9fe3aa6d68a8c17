import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AppProviders } from './app-providers.tsx';
import { loadable, loadableDialog } from './load-failure.tsx';

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
  screen.getByText('If it fails again, save and reload the page.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('There it is')).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

it('has what else stands in the place of a part, with what the part was given', async () => {
  const load = vi.fn<() => Promise<(props: { name: string }) => string>>();
  load.mockRejectedValue(new TypeError('no connection'));
  const Late = loadable(load, {
    Waiting: ({ name }) => `waits for ${name}`,
    Failure: ({ name }) => `without ${name}`,
  });
  render(<Late name="it" />);
  expect(screen.getByText('waits for it')).not.toBeNull();
  expect(await screen.findByText('without it')).not.toBeNull();
});

it('says in the place of a part what helps where trying again does not', async () => {
  const Late = loadable(() => Promise.reject(new TypeError('the release is gone')));
  render(
    <AppProviders>
      <Late />
    </AppProviders>,
  );
  const advice = /If it fails again, save and reload the page\.$/;
  expect((await screen.findByText(advice)).closest('[role="alert"]')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(advice)).not.toBeNull();
});
