/** One field in the builder: a line that says what it is, and its settings below while it is open. */
import { t } from '@lingui/core/macro';
import { ActionIcon, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import {
  type BuilderField,
  type BuilderType,
  type FieldFaults,
  keyFrom,
  TYPE_LABELS,
} from './builder-fields.ts';
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

function FieldSettings({ field, faults, onChange }: Pick<FieldRowProps, 'field' | 'faults' | 'onChange'>) {
  // The key follows the label until it is one of its own.
  const follows = field.key === keyFrom(field.label);
  const isNew = field.cameAs === undefined;
  return (
    <div className={styles.settings}>
      <TextInput
        label={t`Label`}
        size="md"
        maxLength={200}
        value={field.label}
        error={faults?.label}
        data-label-of={field.id}
        onChange={({ currentTarget: { value } }) =>
          onChange({ label: value, ...(isNew && follows && { key: keyFrom(value) }) })
        }
      />
      <TextInput
        label={t`Key`}
        description={
          isNew || field.key === field.cameAs
            ? undefined
            : t`Data that is stored under “${field.cameAs ?? ''}” does not follow.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        size="md"
        maxLength={60}
        spellCheck={false}
        value={field.key}
        error={faults?.key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      {field.type === 'other' ? (
        <p className={styles.note}>
          {t`What kind of field this is can be changed as JSON. It is kept as it is here.`}
        </p>
      ) : (
        <NativeSelect
          label={t`Kind`}
          size="md"
          value={field.type}
          onChange={(event) => onChange({ type: event.currentTarget.value as BuilderType })}
        >
          {Object.entries(TYPE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      <TextInput
        label={t`Hint`}
        size="md"
        maxLength={500}
        value={field.hint}
        onChange={(event) => onChange({ hint: event.currentTarget.value })}
      />
      {field.type === 'select' && (
        <Textarea
          className={styles.whole}
          label={t`Choices`}
          description={t`One on each line.`}
          rows={4}
          value={field.options.join('\n')}
          error={faults?.options}
          onChange={(event) => onChange({ options: event.currentTarget.value.split('\n') })}
        />
      )}
      <Switch
        className={styles.whole}
        label={t`Required`}
        checked={field.isRequired}
        onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
      />
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
