/** What is edited, with the way back: changes of one kind that follow one another are one step. */
import { useRef } from 'react';

interface Steps<Value> {
  past: Value[];
  future: Value[];
  kind: string | undefined;
}

export interface History<Value> {
  /** `kind`: typing in one field is one step, however many letters. */
  change: (next: Value, kind?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

export function useHistory<Value>(value: Value, onChange: (next: Value) => void): History<Value> {
  const steps = useRef<Steps<Value>>({ past: [], future: [], kind: undefined });
  const { past, future } = steps.current;
  const last = past.at(-1);
  const next = future.at(-1);
  const go = (to: Value, changed: Steps<Value>) => () => {
    steps.current = changed;
    onChange(to);
  };
  return {
    change: (to, kind) => {
      const isSame = kind !== undefined && kind === steps.current.kind;
      const before = steps.current.past;
      steps.current = { past: isSame ? before : [...before, value], future: [], kind };
      onChange(to);
    },
    undo:
      last === undefined
        ? undefined
        : go(last, { past: past.slice(0, -1), future: [...future, value], kind: undefined }),
    redo:
      next === undefined
        ? undefined
        : go(next, { past: [...past, value], future: future.slice(0, -1), kind: undefined }),
  };
}
