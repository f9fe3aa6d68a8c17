/** A field for JSON: numbered lines, faults with their lines, placeholders to put in. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useId, useRef } from 'react';
import { PLACEHOLDERS } from '../../page/linked-data-types.ts';
import type { DrawnProps } from '../form-fields.ts';
import { InsertMenu } from '../source-field/insert-menu.tsx';
import { faultsIn, SourceFaults } from '../source-field/source-faults.tsx';
import field from '../source-field/source-field.module.css';
import { laidOut, rangeOf, type TextFault } from './json-text.ts';
import styles from './linked-data.module.css';
import { faultsInText } from './members.ts';
import { PLACEHOLDER_WORDS } from './words.ts';

/** Milliseconds of quiet before half-typed text is called wrong. */
const PAUSE = 600;
const NAMES = PLACEHOLDERS.map((name) => ({ name, description: PLACEHOLDER_WORDS[name] }));
const LINES = { least: 14, most: 32 };

export function JsonEditor({ label, hint, value, error, onChange }: DrawnProps): ReactNode {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const text = String(value ?? '');
  const [debounced] = useDebouncedValue(text, PAUSE);
  const refused = faultsIn<TextFault>(error);
  const faults = refused.length > 0 ? refused : debounced === text ? faultsInText(text) : [];
  const lines = text.split('\n').length;

  const goTo = (line: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(...rangeOf(text, line));
  };
  const insert = (name: string) => {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setRangeText(`{{${name}}}`, element.selectionStart, element.selectionEnd, 'end');
    onChange(element.value);
  };
  return (
    <div className={field.editor}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <p id={`${id}-hint`} className={field.hint}>
        {hint}
      </p>
      <div className={styles.tools}>
        <InsertMenu label={t`Insert placeholder`} items={NAMES} onInsert={insert} />
        <Button onClick={() => onChange(laidOut(text))}>{t`Format`}</Button>
      </div>
      <div className={styles.frame} data-invalid={faults.length > 0 || undefined}>
        <Gutter ref={gutter} lines={lines} faults={faults} />
        <textarea
          ref={area}
          id={id}
          value={text}
          wrap="off"
          rows={Math.min(Math.max(lines + 1, LINES.least), LINES.most)}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={refused.length > 0}
          aria-describedby={`${id}-hint ${id}-faults`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <SourceFaults id={`${id}-faults`} faults={faults} onChoose={({ line }) => goTo(line)} />
    </div>
  );
}

interface GutterProps {
  ref: React.Ref<HTMLPreElement>;
  lines: number;
  faults: readonly TextFault[];
}

/** The numbers beside the lines; those with a fault stand out. */
function Gutter({ ref, lines, faults }: GutterProps): ReactNode {
  const wrong = new Set(faults.map(({ line }) => line));
  return (
    <pre ref={ref} className={styles.gutter} aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <span key={index} data-wrong={wrong.has(index + 1) || undefined}>
          {index + 1}
        </span>
      ))}
    </pre>
  );
}
