/** A list of items of the same fields: add, change, reorder, remove. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Input } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { boundOf } from '../check.ts';
import { FieldForm } from '../field-form.tsx';
import styles from '../fields.module.css';
import type { InputProps } from '../inputs.tsx';
import { type ListRule, ruleOf } from '../rules.ts';

type Item = Record<string, unknown>;

export default function ListField({ definition, value, onChange, error }: InputProps<'list'>) {
  const { label, item, hint } = definition;
  const items = Array.isArray(value) ? (value as Item[]) : [];
  const most = boundOf((ruleOf('list') as ListRule).maxItems, { maxItems: definition.maxItems });
  const move = (from: number, to: number) => {
    const moved = items[from];
    if (moved) onChange(items.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {error && <Input.Error>{error}</Input.Error>}
      {items.map((values, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own
        <div key={index} className={styles.listItem}>
          <FieldForm
            definitions={item}
            values={values}
            onChange={(changed) => onChange(items.with(index, changed))}
          />
          <ItemTools
            position={index + 1}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onMove={(step) => move(index, index + step)}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        leftSection={<Plus size={15} aria-hidden />}
        disabled={most !== undefined && items.length >= most}
        onClick={() => onChange([...items, {}])}
      >
        {t`Add`}
      </Button>
    </fieldset>
  );
}

interface ItemToolsProps {
  position: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: number) => void;
  onRemove: () => void;
}

function ItemTools({ position, isFirst, isLast, onMove, onRemove }: ItemToolsProps) {
  return (
    <div className={styles.listTools}>
      <ActionIcon aria-label={t`Move item ${position} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t`Move item ${position} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t`Remove item ${position}`} onClick={onRemove}>
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}
