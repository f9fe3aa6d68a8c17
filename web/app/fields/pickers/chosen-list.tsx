/** The records that are chosen: each can be taken away and, where their order counts, moved. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AnySource } from '../define-source.ts';
import styles from './pickers.module.css';

interface ChosenListProps {
  label: string;
  source: AnySource;
  ids: readonly string[];
  isOrdered?: boolean;
  isReadOnly?: boolean;
  onChange: (ids: string[]) => void;
  onRemove: (id: string) => void;
}

export function ChosenList(props: ChosenListProps): ReactNode {
  const { label, source, ids, isOrdered, isReadOnly, onChange, onRemove } = props;
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<{ index: number; tool: string }>(undefined);
  // What moves in the document loses the keyboard.
  useEffect(() => {
    const item = moved.current && list.current?.children[moved.current.index];
    const usable = (tool: string) => item?.querySelector<HTMLElement>(`[data-tool="${tool}"]:not(:disabled)`);
    if (moved.current)
      (usable(moved.current.tool) ?? usable(moved.current.tool === 'up' ? 'down' : 'up'))?.focus();
    moved.current = undefined;
  });
  const move = (from: number, step: -1 | 1) => {
    moved.current = { index: from + step, tool: step < 0 ? 'up' : 'down' };
    onChange(ids.toSpliced(from, 1).toSpliced(from + step, 0, ids[from] as string));
  };
  return (
    <ul ref={list} className={styles.chosen} aria-label={label} data-ordered={isOrdered || undefined}>
      {ids.map((id, index) => (
        <Chosen
          key={id}
          {...{ source, id, isReadOnly }}
          isFirst={index === 0}
          isLast={index === ids.length - 1}
          onMove={isOrdered ? (step) => move(index, step) : undefined}
          onRemove={() => onRemove(id)}
        />
      ))}
    </ul>
  );
}

interface ChosenProps {
  source: AnySource;
  id: string;
  isReadOnly?: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove?: (step: -1 | 1) => void;
  onRemove: () => void;
}

function Chosen({ source, id, isReadOnly, isFirst, isLast, onMove, onRemove }: ChosenProps) {
  const name = useLabel(source, id);
  return (
    <li className={styles.chip}>
      <span>{name || '…'}</span>
      {!isReadOnly && onMove && (
        <>
          <button
            type="button"
            data-tool="up"
            aria-label={t`Move ${name} up`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={14} aria-hidden />
          </button>
          <button
            type="button"
            data-tool="down"
            aria-label={t`Move ${name} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={14} aria-hidden />
          </button>
        </>
      )}
      {!isReadOnly && (
        <button type="button" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <X size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}

/** What a record is called; empty while that is being read. */
export function useLabel(source: AnySource, id: string | undefined): string {
  const { data, isError } = useQuery({ ...source.get(id ?? ''), enabled: Boolean(id) });
  if (!id) return '';
  if (isError) return t`Previous choice`;
  return data ? source.labelOf(data) : '';
}
