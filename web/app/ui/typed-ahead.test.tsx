import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { TypedAhead } from './typed-ahead.tsx';

function show() {
  const onClose = vi.fn();
  const onSubmit = vi.fn();
  function Screen() {
    const [typed, setTyped] = useState('');
    return (
      <form action={onSubmit}>
        <label>
          Title <input />
        </label>
        <output>{typed}</output>
        <TypedAhead typed={typed} onType={setTyped} onClose={onClose} />
      </form>
    );
  }
  render(<Screen />);
  const behind = screen.getByLabelText('Title');
  behind.focus();
  return { user: userEvent.setup(), behind, onClose, onSubmit };
}

it('keeps what is typed, and nothing of it comes to the field that has the keyboard', async () => {
  const { user, behind, onSubmit } = show();
  await user.keyboard('new paage{Backspace}{Backspace}{Backspace}ge{Enter}');
  expect(screen.getByRole('status').textContent).toBe('new page');
  expect(behind).toHaveProperty('value', '');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('leaves shortcuts and other keys alone', async () => {
  const { user, onClose } = show();
  const heard = vi.fn();
  window.addEventListener('keydown', heard);
  await user.keyboard('{Control>}k{/Control}{Tab}{Escape}');
  window.removeEventListener('keydown', heard);
  expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(['Control', 'k', 'Tab']);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(onClose).toHaveBeenCalledOnce();
});
