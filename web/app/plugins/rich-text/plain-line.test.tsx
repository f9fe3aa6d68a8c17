import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type RichTextHost, RichTextHostContext } from './host.ts';
import { PlainLine } from './plain-line.tsx';

function typed() {
  const onFlush = vi.fn((_flush: () => void) => () => undefined);
  const host: RichTextHost = { attach: () => () => undefined, onFlush, askForLink: vi.fn() };
  const onChange = vi.fn();
  const line = () => (
    <RichTextHostContext value={host}>
      <PlainLine tagName="h2" text="One" label="Heading" onChange={onChange} onLeave={vi.fn()} />
    </RichTextHostContext>
  );
  const { rerender } = render(line());
  const field = screen.getByRole('textbox', { name: 'Heading' });
  field.focus();
  field.textContent = 'One two';
  fireEvent.input(field);
  return { field, onChange, flush: onFlush.mock.calls.at(-1)?.[0], draw: () => rerender(line()) };
}

it('takes words off that were handed over and undone before the next drawing', () => {
  const { field, onChange, flush, draw } = typed();
  flush?.();
  expect(onChange).toHaveBeenCalledWith('One two');
  draw();
  expect(field.textContent).toBe('One');
});

it('keeps words that are held back still when only something else is drawn', () => {
  const { field, draw } = typed();
  draw();
  expect(field.textContent).toBe('One two');
});
