/** The fields of a schema: add, change, put in order, take out. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { type BuilderField, type FieldFaults, moveField, newField } from './builder-fields.ts';
import { FieldRow } from './field-row.tsx';
import styles from './schema-builder.module.css';

/** As many as a form can be filled in with. */
const MAX_FIELDS = 100;

interface SchemaBuilderProps {
  fields: BuilderField[];
  faults: Record<string, FieldFaults>;
  onChange: (change: (fields: BuilderField[]) => BuilderField[]) => void;
}

/** Puts the focus on an element that the next drawing brings, or has moved. */
function useFocusAfterDrawing() {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (!wanted.current) return;
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return {
    list,
    focus: (selector: string) => {
      wanted.current = selector;
    },
  };
}

export function SchemaBuilder({ fields, faults, onChange }: SchemaBuilderProps) {
  const [openId, setOpenId] = useState<string>();
  const [news, setNews] = useState('');
  const { list, focus } = useFocusAfterDrawing();
  const faulty = Object.keys(faults);

  const add = () => {
    const field = newField();
    onChange((now) => [...now, field]);
    setOpenId(field.id);
    focus(`[data-label-of="${field.id}"] input`);
  };
  const move = (field: BuilderField, from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    onChange((now) => moveField(now, from, to));
    setNews(t`${field.label || field.key} is now ${to + 1} of ${fields.length}.`);
    focus(`[data-field-button="${field.id}"]`);
  };
  const remove = (field: BuilderField, index: number) => {
    onChange((now) => now.filter(({ id }) => id !== field.id));
    toast.undo(t`“${field.label || field.key || t`New field`}” was removed.`, {
      onUndo: () => onChange((now) => now.toSpliced(index, 0, field)),
    });
  };

  return (
    <div className={styles.builder}>
      {fields.length > 0 && (
        <ul ref={list} className={styles.fields} aria-label={t`Fields`}>
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              index={index}
              count={fields.length}
              // What is wrong has to be seen.
              isOpen={openId === field.id || faulty.includes(field.id)}
              faults={faults[field.id]}
              onToggle={() => setOpenId(openId === field.id ? undefined : field.id)}
              onChange={(changes) =>
                onChange((now) => now.map((one) => (one.id === field.id ? { ...one, ...changes } : one)))
              }
              onMove={(to) => move(field, index, to)}
              onRemove={() => remove(field, index)}
            />
          ))}
        </ul>
      )}
      <p className="pw-visually-hidden" aria-live="polite">
        {news}
      </p>
      <Button
        leftSection={<Plus size={15} aria-hidden />}
        disabled={fields.length >= MAX_FIELDS}
        onClick={add}
      >
        {t`Add a field`}
      </Button>
    </div>
  );
}
