/** A text that is edited in place: saved by Enter or when one goes on, given up by Escape. */
import { t } from '@lingui/core/macro';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Caution } from '../../ui/caution.tsx';
import { useUnloadWarning } from '../../ui/leave-warning.ts';
import styles from './file-details.module.css';
import type { UnsavedActions } from './use-file-edits.ts';

interface SavedTextProps {
  label: string;
  hint?: string;
  value: string;
  /** `from` is what it was when somebody began to type: it may have been changed elsewhere since. */
  onSave: (text: string, from: string) => void;
  /** What is wrong with a text, which is not saved then. */
  faultIn?: (text: string) => string | undefined;
  maxLength: number;
  isLong?: boolean;
  isNumber?: boolean;
  /** Said below it: there should be one. */
  isMissing?: boolean;
  /** Where `value` is what was typed and could not be saved. */
  notSaved?: UnsavedActions | undefined;
}

export function SavedText(props: SavedTextProps): ReactNode {
  const { label, hint, value, onSave, faultIn, maxLength, isLong, isNumber, isMissing, notSaved } = props;
  const field = useRef<HTMLDivElement>(null);
  const [text, setText] = useState<string>();
  const [from, setFrom] = useState(value);
  const [fault, setFault] = useState<string>();
  const save = () => {
    const said = text?.trim();
    const isChanged = said !== undefined && said !== from;
    const wrong = isChanged ? faultIn?.(said) : undefined;
    setFault(wrong);
    if (wrong) return;
    if (isChanged) onSave(said, from);
    setText(undefined);
  };
  // What was typed last counts also where another file is opened meanwhile.
  const saveLast = useEffectEvent(save);
  useEffect(() => () => saveLast(), []);
  // A tab that is closed leaves the field without a blur.
  useUnloadWarning(() => text !== undefined && text.trim() !== from);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && text !== undefined) {
      event.stopPropagation();
      setText(undefined);
      setFault(undefined);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  const shared = {
    label,
    description: hint,
    error: fault,
    maxLength,
    value: text ?? value,
    onBlur: save,
    onKeyDown,
    onChange: (event: { currentTarget: { value: string } }) => {
      if (text === undefined) setFrom(value);
      setText(event.currentTarget.value);
    },
  };
  // The buttons go with the press: the keyboard stays at the text.
  const goOn = (way: () => void) => {
    field.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    way();
  };
  return (
    <div ref={field}>
      {isLong ? (
        <Textarea {...shared} className={styles.long} rows={3} />
      ) : (
        <TextInput {...shared} inputMode={isNumber ? 'numeric' : undefined} />
      )}
      {isMissing && !text && (
        <div className={styles.caution}>
          <Caution>{t`Alternative text is missing.`}</Caution>
        </div>
      )}
      {notSaved && (
        <div className={styles.notSaved}>
          <Caution>{t`Not saved`}</Caution>
          <Button size="xs" onClick={() => goOn(notSaved.retry)}>{t`Retry`}</Button>
          <Button size="xs" variant="subtle" onClick={() => goOn(notSaved.discard)}>{t`Discard`}</Button>
        </div>
      )}
    </div>
  );
}
