/** The name of a row, which leads to its record, or is being changed in place. */
import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../define-entry.ts';
import { isOpenable, type Resource, type ResourceTree } from '../define-resource.ts';
import styles from './tree.module.css';
import { useTree } from './tree-context.ts';

/** Where a row leads to; undefined where it leads nowhere. */
export const rowAddress = <Row,>(resource: Resource<Row>, tree: ResourceTree<Row>, row: Row) =>
  tree.leadsTo?.(row) ?? (isOpenable(resource) ? addressOf(resource, resource.idOf(row)) : undefined);

// biome-ignore lint/suspicious/noExplicitAny: rows are passed through, as in tree-context.ts
export function RowName({ row }: { row: any }) {
  const { resource, tree, renaming, finishRenaming, shown } = useTree();
  const id = resource.idOf(row);
  const name = resource.nameOf(row);
  const address = rowAddress(resource, tree, row);
  if (renaming === id) return <NameInput name={name} onDone={(next) => finishRenaming(row, next)} />;
  if (address === undefined) return name;
  return (
    <Link tabIndex={-1} draggable={false} to={address} aria-current={shown === id ? 'true' : undefined}>
      {name}
    </Link>
  );
}

function NameInput({ name, onDone }: { name: string; onDone: (name: string | undefined) => void }) {
  const [typed, setTyped] = useState(name);
  const finish = (next: string | undefined) => {
    const trimmed = next?.trim();
    onDone(trimmed && trimmed !== name ? trimmed : undefined);
  };
  const onKey = (event: KeyboardEvent) => {
    // The tree's keys are letters here.
    event.stopPropagation();
    if (event.key === 'Enter') finish(typed);
    if (event.key === 'Escape') finish(undefined);
  };
  return (
    <TextInput
      className={styles.rename}
      size="sm"
      aria-label={t`New name of “${name}”`}
      autoFocus
      maxLength={200}
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKey}
      onBlur={() => finish(typed)}
    />
  );
}
