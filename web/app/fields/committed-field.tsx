/**
 * A field whose value counts when it is left or confirmed, or when the page is saved, so that a word is one step and not one
 * for each letter.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { faultAt, faultsIn } from './check.ts';
import { FieldInput } from './inputs.tsx';
import { commitBeforeSaves } from './pending.ts';
import type { FieldDefinition } from './types.ts';

interface CommittedFieldProps {
  definition: FieldDefinition;
  value: unknown;
  /** What else can be wrong with it; a value with a fault is not committed. */
  faultOf?: (value: unknown) => string | undefined;
  onCommit: (value: unknown) => void;
}

export function CommittedField({ definition, value, faultOf, onCommit }: CommittedFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const faultIn = (given: unknown) => faultAt(faultsIn(definition, given)) ?? faultOf?.(given);
  const commit = (given: unknown) => {
    if (given !== value && !faultIn(given)) onCommit(given);
  };
  const commitTyped = useEffectEvent(() => commit(typed));
  useEffect(() => commitBeforeSaves(() => commitTyped()), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // What a list of suggestions takes for itself is not for the field.
    if (event.defaultPrevented) return;
    if (event.key === 'Enter') commit(typed);
    if (event.key !== 'Escape') return;
    // Its suggestions are closed first. Mantine says so of an input in an attribute of its own.
    const isListOpen = (event.target as Element).matches('[aria-expanded="true"], [data-expanded]');
    if (isListOpen || typed !== value) event.stopPropagation();
    if (!isListOpen) setTyped(value);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Its other input, such as a colour's swatch, is where the next value is chosen; a list or a button ends this one.
    const isWithin = currentTarget.contains(relatedTarget) && relatedTarget?.localName !== 'input';
    if (!isWithin) commit(typed);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field within
    <div onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldInput
        definition={definition}
        value={typed}
        error={faultIn(typed)}
        onChange={(next, isDone) => {
          setTyped(next);
          if (isDone) commit(next);
        }}
      />
    </div>
  );
}
