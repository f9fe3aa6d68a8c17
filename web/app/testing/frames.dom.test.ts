import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

it('frames come after the keyboard was given to something while a test had set the clock', async () => {
  const button = document.createElement('button');
  document.body.append(button);
  vi.useFakeTimers();
  button.focus();
  button.className = 'pressed';
  vi.useRealTimers();
  const draw = vi.fn();
  requestAnimationFrame(draw);
  await waitFor(() => expect(draw).toHaveBeenCalled());
});
