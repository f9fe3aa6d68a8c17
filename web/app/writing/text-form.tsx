/** A small form about something within a text: over the page, or where it is put. Enter applies it, Escape closes it. */
import type { Editor } from '@tiptap/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import styles from './text-form.module.css';

export interface TextFormProps {
  text: Editor;
  close: () => void;
  /** Places it over the page; without it, it stands where it is put. */
  place?: Ref<HTMLDivElement>;
}

interface TextFormFrameProps extends Omit<TextFormProps, 'text'> {
  label: string;
  /** Enter in one of its fields. */
  apply: () => void;
  /** Keys of one of its fields that come first; one whose default is prevented applies nothing. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function TextFormFrame({ label, apply, close, place, ...props }: TextFormFrameProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    props.onKeyDown?.(event);
    if (event.key !== 'Enter' || !isTextField(event.target)) return;
    const isTaken = event.defaultPrevented;
    // No form of its own: it may stand within one.
    event.preventDefault();
    if (!isTaken) apply();
  };
  return (
    <div
      ref={place}
      className={styles.field}
      data-inline={place ? undefined : true}
      onKeyDown={onKeyDown}
      role="dialog"
      aria-label={label}
    >
      {props.children}
    </div>
  );
}

function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'text';
}
