/** A list of things of the same fields: add, change, reorder, take out. */
import { ActionIcon, Button, Input } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldDefinition, Fields } from '../../plugins/contract.ts';
import { MAX_ITEMS } from '../../plugins/field-faults.ts';
import { DefaultForm } from './default-form.tsx';
import styles from './settings.module.css';

interface ListFieldProps {
  definition: Extract<FieldDefinition, { type: 'list' }>;
  /** What is wrong with the list as a whole. */
  error?: string;
  value: unknown;
  onChange: (value: Fields[]) => void;
}

export function ListField({ definition, error, value, onChange }: ListFieldProps): ReactNode {
  const { label, item, hint, maxItems = MAX_ITEMS } = definition;
  const items = Array.isArray(value) ? (value as Fields[]) : [];
  const move = (from: number, to: number) => {
    const moved = items[from];
    if (moved) onChange(items.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {error && <Input.Error>{error}</Input.Error>}
      {items.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own
        <div key={index} className={styles.listItem}>
          <DefaultForm
            definitions={item}
            fields={fields}
            onChange={(changed) => onChange(items.with(index, changed))}
          />
          <div className={styles.listTools}>
            <ActionIcon
              aria-label={`Move item ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move item ${index + 1} down`}
              disabled={index === items.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove item ${index + 1}`}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          </div>
        </div>
      ))}
      <Button
        leftSection={<Plus size={15} aria-hidden />}
        disabled={items.length >= maxItems}
        onClick={() => onChange([...items, {}])}
      >
        Add
      </Button>
    </fieldset>
  );
}
