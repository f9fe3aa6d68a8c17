import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPiece } from '../testing/screen.tsx';

const form = (onSubmit: () => void, isWaiting: boolean) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <input aria-label="Name" />
    <Button type="submit" loading={isWaiting}>
      Send
    </Button>
  </form>
);

it('is pressed', async () => {
  const onSubmit = vi.fn();
  const { user } = renderPiece(form(onSubmit, false));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('takes no press while it waits, and stays where the keyboard is', async () => {
  const onSubmit = vi.fn();
  const { user } = renderPiece(form(onSubmit, true));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  button.focus();
  expect(document.activeElement).toBe(button);
  expect([button.disabled, button.ariaDisabled ?? button.getAttribute('aria-disabled')]).toEqual([
    false,
    'true',
  ]);
  await user.click(button);
  await user.type(screen.getByLabelText('Name'), 'x{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('sends no form unless it is told so', () => {
  renderPiece(<Button>More</Button>);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'More' }).type).toBe('button');
});
