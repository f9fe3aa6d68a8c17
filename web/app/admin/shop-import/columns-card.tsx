/** What each column of the file is for: known ones are chosen already, the others by hand. */
import { t } from '@lingui/core/macro';
import { Button, Checkbox } from '@mantine/core';
import type { ShopImportOut } from '../../api/generated/index.ts';
import { saidOf } from '../../ui/problem-words.ts';
import { mayWrite } from '../define-resource.ts';
import { ColumnList } from './column-list.tsx';
import entry from './entry.ts';
import styles from './import.module.css';
import { FORMATS } from './words.ts';

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
  /** What the preview was refused with: it is about what is chosen here, and stays until it is tried again. */
  refusal: unknown;
  onChoose: (choice: Choice) => void;
  onBegin: (choice: Choice) => void;
}

export function ColumnsCard({ found, choice, isBusy, refusal, onChoose, onBegin }: ColumnsCardProps) {
  const { columns, fetchesImages } = choice ?? found;
  const hasImages = columns.includes('images') || columns.includes('image');
  const count = columns.filter(Boolean).length;
  const choose = (place: number, field: string | null) =>
    onChoose({ fetchesImages, columns: columns.map((each, at) => (at === place ? field : each)) });
  return (
    <section className={styles.card} aria-label={t`Columns`}>
      <h2 className={styles.title}>{t`Columns`}</h2>
      <p>
        {t`From: ${FORMATS[found.format]}. ${count} of ${columns.length} columns are imported.`}{' '}
        {t`Fields without a column in the file stay unchanged.`}
      </p>
      <Remembered
        found={found}
        columns={columns}
        isChosen={choice !== undefined}
        onReset={() => onChoose({ fetchesImages, columns: [...found.recognised] })}
      />
      {/* Above the columns: below dozens of them, users who press Preview from the top would never see it. */}
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
      {inGroups(found).map(({ title, places }) => (
        <ColumnList
          key={title}
          title={title}
          places={places}
          found={found}
          columns={columns}
          onChoose={choose}
        />
      ))}
      {mayWrite(entry) && (
        <div className={`${styles.actions} ${styles.begin}`}>
          {refusal !== undefined && (
            <p className={styles.wrong} role="alert">
              {saidOf(refusal)}
            </p>
          )}
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

/** The places of the columns that were recognised, and of the others. What is to be done comes first. */
function inGroups({ recognised, format }: ShopImportOut) {
  const places = [...recognised.keys()];
  const known = { title: t`Recognised`, places: places.filter((place) => recognised[place]) };
  const others = { title: t`Not recognised`, places: places.filter((place) => !recognised[place]) };
  return (format === 'other' ? [others, known] : [known, others]).filter((group) => group.places.length > 0);
}

interface RememberedProps {
  found: ShopImportOut;
  columns: readonly (string | null)[];
  isChosen: boolean;
  onReset: () => void;
}

/** Where the columns are not what the headers say, whose word they are, and the way back. */
function Remembered({ found, columns, isChosen, onReset }: RememberedProps) {
  const isRecognised = columns.every((field, place) => field === found.recognised[place]);
  if (isRecognised) return null;
  return (
    <div className={styles.remembered}>
      <span>
        {isChosen
          ? t`Your choice is remembered for files with the same headers.`
          : t`As last chosen for a file with the same headers.`}
      </span>
      {mayWrite(entry) && <Button onClick={onReset}>{t`Reset columns`}</Button>}
    </div>
  );
}
