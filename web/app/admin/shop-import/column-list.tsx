/** Columns of a file, each with some of what is in it and the field that it is imported into. */
import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { ShopImportOut } from '../../api/generated/index.ts';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './import.module.css';
import { fieldInWords } from './words.ts';

interface ColumnListProps {
  title: string;
  /** Which columns of the file. */
  places: number[];
  found: ShopImportOut;
  /** What all columns of the file are for. */
  columns: readonly (string | null)[];
  onChoose: (place: number, field: string | null) => void;
}

export function ColumnList({ title, places, found, columns, onChoose }: ColumnListProps) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className={styles.group}>
        {title} <span className={styles.soft}>{places.length}</span>
      </h3>
      <ul className={styles.columns} aria-labelledby={id}>
        {places.map((place) => (
          <Column key={place} place={place} found={found} columns={columns} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

function Column({
  place,
  found,
  columns,
  onChoose,
}: Omit<ColumnListProps, 'title' | 'places'> & { place: number }) {
  const header = found.headers[place];
  return (
    <li className={styles.column} data-left-out={!columns[place] || undefined}>
      <div className={styles.header}>
        <strong>{header || t`Column ${place + 1}`}</strong>
        <span className={styles.soft}>{found.samples[place]?.join(' · ') || t`Empty`}</span>
      </div>
      <NativeSelect
        aria-label={t`What ${header || place + 1} is`}
        value={columns[place] ?? ''}
        disabled={!mayWrite(entry)}
        onChange={({ currentTarget }) => onChoose(place, currentTarget.value || null)}
      >
        <option value="">{t`Not imported`}</option>
        {found.fields.map((field) => (
          <option key={field} value={field} disabled={columns[place] !== field && columns.includes(field)}>
            {fieldInWords(field)}
          </option>
        ))}
      </NativeSelect>
    </li>
  );
}
