import { expect, it, vi } from 'vitest';
import { toast, useToasts } from '../ui/toast.ts';

const durations = () => useToasts.getState().toasts.map(({ duration }) => duration);

it('messages stay for as long as a test takes that sets no clock', () => {
  toast.success('Saved.');
  toast.undo('Deleted.', { onUndo: vi.fn() });
  expect(Math.min(...durations())).toBe(600_000);
});

it('messages go when they do for everybody where a test sets the clock', () => {
  vi.useFakeTimers();
  toast.success('Saved.');
  expect(durations()).toEqual([5_000]);
});
