/** What the rows of a file would do, or have done: narrowed by outcome, a hundred at a time. Drawn anew for each preview. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldChange, ImportRowOut, ShopImportOut } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NumberedPages } from '../numbered-pages.tsx';
import { SteadyHeight } from '../steady-height.tsx';
import { rowsOptions } from './api.ts';
import styles from './import.module.css';
import { fieldInWords, OUTCOMES, valueInWords } from './words.ts';

type Outcome = ImportRowOut['outcome'];
const AT_ONCE = 100;
const ALL = Object.keys(OUTCOMES) as Outcome[];

export function RowsCard({ found }: { found: ShopImportOut }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...rowsOptions(found, {
      start: (page - 1) * AT_ONCE,
      limit: AT_ONCE,
      ...(outcome && { outcome: [outcome] }),
    }),
    placeholderData: keepPreviousData,
  });
  const total = ALL.reduce((sum, each) => sum + (found.counts[each] ?? 0), 0);
  const narrow = (to: Outcome | undefined) => {
    setOutcome(to);
    setPage(1);
  };
  return (
    <section className={styles.card} aria-label={t`Rows of the file`}>
      <fieldset className={styles.filters} aria-label={t`Outcome`}>
        <Button
          aria-pressed={!outcome}
          variant={outcome ? 'default' : 'light'}
          onClick={() => narrow(undefined)}
        >
          {t`All`} {total}
        </Button>
        {ALL.filter((each) => found.counts[each]).map((each) => (
          <Button
            key={each}
            aria-pressed={outcome === each}
            variant={outcome === each ? 'light' : 'default'}
            onClick={() => narrow(each)}
          >
            {OUTCOMES[each]} {found.counts[each]}
          </Button>
        ))}
      </fieldset>
      <Loaded query={query} skeleton={<Skeleton height="20rem" />}>
        {(rows) => (
          <>
            <SteadyHeight of={outcome ?? ''} isPaged={rows.total > AT_ONCE}>
              <ol className={styles.rows}>
                {rows.results.map((row) => (
                  <RowItem key={row.number} row={row} />
                ))}
              </ol>
            </SteadyHeight>
            <NumberedPages total={rows.total} size={AT_ONCE} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function RowItem({ row }: { row: ImportRowOut }) {
  const texts = [...row.faults, ...row.notes];
  // Of what is new, fields that stay empty say nothing.
  const changes = row.changes.filter(({ before, after }) => before !== null || after !== null);
  return (
    <li className={styles.row} data-outcome={row.outcome}>
      <span className={styles.number}>{row.number}</span>
      <span className={styles.outcome}>{OUTCOMES[row.outcome]}</span>
      <div className={styles.what}>
        <strong>{row.title || t`Row ${row.number}`}</strong>
        {texts.map((text) => (
          <span key={text} className={row.faults.includes(text) ? styles.wrong : styles.soft}>
            {text}
          </span>
        ))}
        {changes.length > 0 && (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <ChangeItem key={change.field} change={change} isNew={row.outcome === 'create'} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function ChangeItem({ change, isNew }: { change: FieldChange; isNew: boolean }) {
  return (
    <li>
      <span className={styles.soft}>{fieldInWords(change.field)}: </span>
      {!isNew && (
        <>
          <del>{valueInWords(change.field, change.before)}</del> →{' '}
        </>
      )}
      {valueInWords(change.field, change.after)}
    </li>
  );
}
