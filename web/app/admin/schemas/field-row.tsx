/** One field in the builder: a line that says what it is, and its settings below while it is open. */

import { t } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { keyFrom } from '../key-from.ts';
import { optionsOf } from '../options-of.ts';
import { type BuilderField, type BuilderType, type FieldFaults, TYPE_LABELS } from './builder-fields.ts';
import styles from './schema-builder.module.css';

interface FieldRowProps {
  field: BuilderField;
  index: number;
  count: number;
  isOpen: boolean;
  faults: FieldFaults | undefined;
  onToggle: () => void;
  onChange: (changes: Partial<BuilderField>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const nameOf = (field: BuilderField) => field.label || field.key || t`New field`;

const typeLabel = (type: BuilderType) => (type === 'other' ? t`Edited as JSON` : TYPE_LABELS[type]);

function FieldTools({ field, index, count, onMove, onRemove }: FieldRowProps) {
  const name = nameOf(field);
  return (
    <div className={styles.tools}>
      <ActionIcon aria-label={t`Move up: ${name}`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label={t`Move down: ${name}`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t`Remove: ${name}`} onClick={onRemove}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}

const LABEL = { type: 'text', label: t`Label`, maxLength: 200 } satisfies OfferedDefinition;
const KEY = { type: 'text', mode: 'code', label: t`Key`, maxLength: 60 } satisfies OfferedDefinition;
const KIND = {
  type: 'choice',
  label: t`Kind`,
  options: optionsOf(TYPE_LABELS),
} satisfies OfferedDefinition;
const HINT = { type: 'text', label: t`Hint`, maxLength: 500 } satisfies OfferedDefinition;
const CHOICES = {
  type: 'text',
  multiline: true,
  label: t`Choices`,
  hint: t`One per line.`,
} satisfies OfferedDefinition;
const REQUIRED = { type: 'switch', label: t`Required` } satisfies OfferedDefinition;

type SettingsProps = Pick<FieldRowProps, 'field' | 'faults' | 'onChange'>;

function KeySetting({ field, faults, onChange }: SettingsProps) {
  const isMoved = field.cameAs !== undefined && field.key !== field.cameAs;
  return (
    <div>
      <FieldInput
        definition={KEY}
        value={field.key}
        error={faults?.key}
        onChange={(key) => onChange({ key: String(key) })}
      />
      {/* Below it: what is typed into stays where it is. */}
      <p className={styles.moved} role="status">
        {isMoved && t`Data already stored under “${field.cameAs ?? ''}” does not move to the new key.`}
      </p>
    </div>
  );
}

function KindSetting({ field, onChange }: SettingsProps) {
  if (field.type !== 'other') {
    return (
      <FieldInput
        definition={KIND}
        value={field.type}
        onChange={(type) => onChange({ type: type as BuilderType })}
      />
    );
  }
  return <p className={styles.note}>{t`The type of this field can only be changed as JSON.`}</p>;
}

function FieldSettings(props: SettingsProps) {
  const { field, faults, onChange } = props;
  // The key follows the label until it is one of its own.
  const follows = field.cameAs === undefined && field.key === keyFrom(field.label);
  const changeLabel = (label: string) => onChange({ label, ...(follows && { key: keyFrom(label) }) });
  return (
    <div className={styles.settings}>
      <div data-label-of={field.id}>
        <FieldInput
          definition={LABEL}
          value={field.label}
          error={faults?.label}
          onChange={(label) => changeLabel(String(label))}
        />
      </div>
      <KeySetting {...props} />
      <KindSetting {...props} />
      <FieldInput
        definition={HINT}
        value={field.hint}
        onChange={(hint) => onChange({ hint: String(hint) })}
      />
      {field.type === 'select' && (
        <div className={styles.whole}>
          <FieldInput
            definition={CHOICES}
            value={field.options.join('\n')}
            error={faults?.options}
            onChange={(lines) => onChange({ options: String(lines).split('\n') })}
          />
        </div>
      )}
      <div className={styles.whole}>
        <FieldInput
          definition={REQUIRED}
          value={field.isRequired}
          onChange={(isRequired) => onChange({ isRequired: isRequired === true })}
        />
      </div>
    </div>
  );
}

export function FieldRow(props: FieldRowProps) {
  const { field, index, isOpen, faults, onToggle, onMove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <li className={styles.field} data-open={isOpen || undefined} data-faulty={faults ? true : undefined}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-field-button={field.id}
          onClick={onToggle}
          onKeyDown={onKeyDown}
        >
          <ChevronDown size={16} aria-hidden />
          <span className={styles.words}>
            <strong>{nameOf(field)}</strong>
            <span>
              {typeLabel(field.type)}
              {field.isRequired && t`, required`}
            </span>
          </span>
        </button>
        <FieldTools {...props} />
      </div>
      {isOpen && <FieldSettings {...props} />}
    </li>
  );
}
