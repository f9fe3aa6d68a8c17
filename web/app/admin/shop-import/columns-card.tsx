/** What each column of the file is for: known ones are chosen already, the others by hand. */
import { t } from '@lingui/core/macro';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ShopImportOut } from '../../api/generated/index.ts';
import { mayWrite } from '../define-resource.ts';
import entry from './entry.ts';
import styles from './import.module.css';
import { FORMATS, fieldInWords } from './words.ts';

/** What somebody has chosen and not begun with yet. */
export interface Choice {
  columns: (string | null)[];
  fetchesImages: boolean;
}

interface ColumnsCardProps {
  found: ShopImportOut;
  /** None as long as it is what the server has. */
  choice: Choice | undefined;
  isBusy: boolean;
  onChoose: (choice: Choice) => void;
  onBegin: (choice: Choice) => void;
}

export function ColumnsCard({ found, choice, isBusy, onChoose, onBegin }: ColumnsCardProps) {
  const { columns, fetchesImages } = choice ?? found;
  const hasImages = columns.includes('images') || columns.includes('image');
  const known = columns.filter(Boolean).length;
  const choose = (place: number, field: string) =>
    onChoose({ fetchesImages, columns: columns.map((each, at) => (at === place ? field || null : each)) });
  return (
    <section className={styles.card} aria-label={t`Columns`}>
      <h2 className={styles.title}>{t`Columns`}</h2>
      <p>
        {t`From: ${FORMATS[found.format]}. ${known} of ${columns.length} columns are imported.`}{' '}
        {t`Fields without a column in the file stay unchanged.`}
      </p>
      <ul className={styles.columns}>
        {found.headers.map((header, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, two may have one header
          <li key={place} className={styles.column}>
            <div className={styles.header}>
              <strong>{header || t`Column ${place + 1}`}</strong>
              <span className={styles.soft}>{found.samples[place]?.join(' · ')}</span>
            </div>
            <NativeSelect
              aria-label={t`What ${header || place + 1} is`}
              value={columns[place] ?? ''}
              disabled={!mayWrite(entry)}
              onChange={({ currentTarget }) => choose(place, currentTarget.value)}
            >
              <option value="">{t`Not imported`}</option>
              {found.fields.map((field) => (
                <option
                  key={field}
                  value={field}
                  disabled={columns[place] !== field && columns.includes(field)}
                >
                  {fieldInWords(field)}
                </option>
              ))}
            </NativeSelect>
          </li>
        ))}
      </ul>
      {hasImages && (
        <Checkbox
          label={t`Fetch images into the media library`}
          description={t`After the import, from the addresses in the file, each up to 2 MB. Otherwise images stay as they are.`}
          checked={fetchesImages}
          disabled={!mayWrite(entry)}
          onChange={({ currentTarget }) =>
            onChoose({ columns: [...columns], fetchesImages: currentTarget.checked })
          }
        />
      )}
      {mayWrite(entry) && (
        <div className={styles.actions}>
          <Button
            variant="filled"
            loading={isBusy}
            onClick={() => onBegin({ columns: [...columns], fetchesImages: hasImages && fetchesImages })}
          >
            {t`Preview`}
          </Button>
        </div>
      )}
    </section>
  );
}
