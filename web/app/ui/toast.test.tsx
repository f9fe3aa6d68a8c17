import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../api/problem.ts';
import { toast, useToasts } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  useToasts.setState({ toasts: [] });
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it('goes by itself', () => {
  act(() => void toast.success('Saved.'));
  expect(screen.getByRole('status').textContent).toContain('Saved.');
  pass(5_000);
  expect(screen.queryByText('Saved.')).toBeNull();
});

it('stays while the pointer is on it, and has its whole time again afterwards', () => {
  act(() => void toast.success('Saved.'));
  pass(4_000);
  fireEvent.mouseEnter(screen.getByRole('status').firstElementChild as Element);
  pass(60_000);
  fireEvent.mouseLeave(screen.getByRole('status').firstElementChild as Element);
  pass(4_999);
  expect(screen.queryByText('Saved.')).not.toBeNull();
  pass(1);
  expect(screen.queryByText('Saved.')).toBeNull();
});

it('stays while the keyboard is in it', () => {
  act(() => void toast.success('Saved.'));
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  pass(60_000);
  expect(screen.queryByText('Saved.')).not.toBeNull();
});

it('lapses once when nobody takes the Undo', () => {
  const [onUndo, onLapse] = [vi.fn(), vi.fn()];
  act(() => void toast.undo('Deleted.', { onUndo, onLapse }));
  pass(7_999);
  expect(onLapse).not.toHaveBeenCalled();
  pass(10_000);
  expect(onLapse).toHaveBeenCalledOnce();
  expect(onUndo).not.toHaveBeenCalled();
});

it('does not lapse when the Undo is taken', () => {
  const [onUndo, onLapse] = [vi.fn(), vi.fn()];
  act(() => void toast.undo('Deleted.', { onUndo, onLapse }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  pass(10_000);
  expect(onUndo).toHaveBeenCalledOnce();
  expect(onLapse).not.toHaveBeenCalled();
});

it('tells a failure at once, with its reference', () => {
  act(() => void toast.error(new ProblemError(500, { title: 'X', detail: 'It broke.', requestId: 'r-1' })));
  expect(screen.getByRole('alert').textContent).toContain('It broke.Reference r-1');
});

it('has no reference for a mistake that a person can put right', () => {
  const refusal = new ProblemError(409, { title: 'X', detail: 'Only 2 are left.', requestId: 'r-1' });
  act(() => void toast.error(refusal));
  expect(screen.getByRole('alert').textContent).toBe('Only 2 are left.');
});

it('has its two actions in a row of their own, for screens that are too narrow for both beside the words', () => {
  const also = { label: 'Show pages', onClick: vi.fn() };
  act(() => void toast.undo('Made 3 pages.', { onUndo: vi.fn(), also }));
  const buttons = ['Show pages', 'Undo'].map((name) => screen.getByRole('button', { name }));
  const row = buttons[0]?.closest('[data-actions="2"]');
  expect([...(row?.children ?? [])]).toEqual(buttons);
  fireEvent.click(buttons[0] as Element);
  expect(also.onClick).toHaveBeenCalledOnce();
  expect(screen.getByText('Made 3 pages.')).toBeTruthy();
});

it('does not show what a fault of ours says', () => {
  act(() => void toast.error(new TypeError('x is undefined')));
  expect(screen.getByRole('alert').textContent).toContain('An unexpected error has occurred.');
});
