/** A text field whose value counts when it is left or confirmed, so that a word is one step and not one for each letter. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';

interface CommittedInputProps
  extends Pick<TextInputProps, 'label' | 'description' | 'type' | 'placeholder' | 'rightSection'> {
  value: string;
  /** What is wrong with a value; it is not committed then. */
  faultOf?: (value: string) => string | undefined;
  onCommit: (value: string) => void;
}

export function CommittedInput({ value, faultOf, onCommit, ...props }: CommittedInputProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const fault = faultOf?.(typed);
  const commit = () => {
    if (typed !== value && !fault) onCommit(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key !== 'Escape' || typed === value) return;
    event.stopPropagation();
    setTyped(value);
  };
  return (
    <TextInput
      {...props}
      value={typed}
      error={fault}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
