/**
 * Short messages at the edge of the screen. This is the store and its calls; toaster.tsx draws them.
 * A toast that lapses is different from one that is acted on: `onLapse` is how a delayed deletion
 * learns that nobody took it back.
 */
import { t } from '@lingui/core/macro';
import { create } from 'zustand';
import { ProblemError } from '../api/problem.ts';
import { saidOf } from './problem-words.ts';

export type ToastKind = 'info' | 'success' | 'danger';

export interface ToastButton {
  label: string;
  onClick: () => void;
}

export interface ToastInput {
  message: string;
  /** A second, quieter line. */
  detail?: string;
  kind?: ToastKind;
  action?: ToastButton;
  /** Something else to do, which leaves the toast and its action where they are. */
  also?: ToastButton;
  /** Milliseconds on screen; counted anew after hover or focus. */
  duration?: number;
  /** Whether a list's Ctrl+Z takes its action: the button lies far from where the keyboard is. */
  takesKeys?: boolean;
  /** Called once when it goes without its action having been taken. */
  onLapse?: () => void;
}

export interface Toast extends ToastInput {
  id: number;
  kind: ToastKind;
  duration: number;
}

const DURATION = 5_000;
/**
 * What has to be read, and often acted on elsewhere, stays longer: errors, and what nothing else on the screen says.
 * Milliseconds.
 */
export const READING_TIME = 12_000;
const UNDO_DURATION = 8_000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

function remove(id: number): Toast | undefined {
  const found = useToasts.getState().toasts.find((one) => one.id === id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
  return found;
}

function show(input: ToastInput): number {
  lastId += 1;
  const kind = input.kind ?? 'info';
  const duration = input.duration ?? (kind === 'danger' ? READING_TIME : DURATION);
  const toast: Toast = { ...input, id: lastId, kind, duration };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
  return toast.id;
}

/** Closes it as its time-out would: it lapses. */
function close(id: number): void {
  remove(id)?.onLapse?.();
}

/** Closes it because its action was taken. */
function act(id: number): void {
  remove(id)?.action?.onClick();
}

function describe(problem: unknown): ToastInput {
  const reference =
    problem instanceof ProblemError && problem.reference ? t`Reference ${problem.reference}` : undefined;
  return { message: saidOf(problem), detail: reference };
}

export const toast = {
  show,
  close,
  act,
  success: (message: string) => show({ message, kind: 'success' }),
  /** Takes a text or anything that was thrown; a problem shows its detail, and a reference to quote where it has one. */
  error: (problem: unknown) => show({ ...describe(problem), kind: 'danger' }),
  undo: (
    message: string,
    done: { onUndo: () => void; onLapse?: () => void; also?: ToastButton; takesKeys?: boolean },
  ) =>
    show({
      message,
      also: done.also,
      takesKeys: done.takesKeys,
      duration: UNDO_DURATION,
      action: { label: t`Undo`, onClick: done.onUndo },
      onLapse: done.onLapse,
    }),
};
