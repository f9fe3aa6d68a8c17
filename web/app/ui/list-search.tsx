import { t } from '@lingui/core/macro';
import { CloseButton, TextInput } from '@mantine/core';
import type { Hotkey } from '@tanstack/hotkeys';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isAnyPressed } from '../shortcuts/pressed.ts';
import { Kbd } from './kbd.tsx';
import styles from './list-search.module.css';

/** A sign, whatever the place of its key. */
export const SEARCH_KEYS = ['/'] satisfies Hotkey[];

/** Milliseconds of quiet before a search is sent. */
const PAUSE = 250;

/** Whether keys are letters where they are pressed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  );
}

const asIs = (text: string) => text;

interface ListSearchProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** What is sent for what was typed, where the list has a form of its own for it. */
  format?: (text: string) => string;
  /** With each letter, before there is quiet. */
  onType?: () => void;
  /** Beside the search of the list, which `/` goes to. */
  isSecond?: boolean;
}

/** The search field above a list. `/` comes here from anywhere on the screen, Escape empties it. */
export function ListSearch({ label, value, onChange, format = asIs, onType, isSecond }: ListSearchProps) {
  const [text, setText] = useState(value);
  const [last, setLast] = useState(value);
  /** What was sent from here and is not in the address yet. */
  const [sent, setSent] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const wanted = format(text.trim());

  const type = (typed: string) => {
    if (typed === text) return;
    setText(typed);
    onType?.();
  };

  if (value !== last) {
    setLast(value);
    // What was sent from here leaves what was typed meanwhile; all else comes from outside: back, or 'Clear the search'.
    if (!sent.includes(value)) setText(value);
    if (!sent.includes(value) || value === sent.at(-1)) setSent([]);
  }

  useEffect(() => {
    if (wanted === (sent.at(-1) ?? value)) return;
    const clock = setTimeout(() => {
      // What was sent before may never come: a step back takes its place.
      setSent(wanted === value ? [] : [...sent, wanted]);
      onChange(wanted);
    }, PAUSE);
    return () => clearTimeout(clock);
  });

  useEffect(() => {
    if (isSecond) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isAnyPressed(event, SEARCH_KEYS) || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isSecond]);

  return (
    <search className={styles.search}>
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={isSecond ? undefined : SEARCH_KEYS[0]}
        size="md"
        maxLength={100}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && type('')}
        leftSection={!isSecond && <Search size={16} aria-hidden />}
        rightSection={
          text ? (
            <CloseButton size={24} aria-label={t`Clear the search`} onClick={() => type('')} />
          ) : (
            !isSecond && (
              <span aria-hidden>
                <Kbd keys="/" />
              </span>
            )
          )
        }
      />
    </search>
  );
}
