/** The images of an import that could not be fetched, a page at a time, and the way to have them fetched again. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShopImportOut } from '../../api/generated/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mayWrite } from '../define-resource.ts';
import { NumberedPages } from '../numbered-pages.tsx';
import { SteadyHeight } from '../steady-height.tsx';
import { missingOptions } from './api.ts';
import entry from './entry.ts';
import styles from './import.module.css';

const AT_ONCE = 20;

interface MissingImagesProps {
  found: ShopImportOut;
  isBusy: boolean;
  onRetry: () => void;
}

export function MissingImages({ found, isBusy, onRetry }: MissingImagesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...missingOptions(found.id, (page - 1) * AT_ONCE, AT_ONCE),
    placeholderData: keepPreviousData,
  });
  const isStopped = found.imagesLeft > 0 && !found.isUnderWay;
  return (
    <section className={styles.card} aria-label={t`Missing images`}>
      <h2 className={styles.title}>{t`Missing images`}</h2>
      {isStopped && (
        <p>{t`Fetching stopped before it was done: images of ${found.imagesLeft} products are left.`}</p>
      )}
      <Loaded query={query} skeleton={<Skeleton height="8rem" />}>
        {({ results, total }) => (
          <>
            <SteadyHeight of={found.id} isPaged={total > AT_ONCE}>
              <ul className={styles.list}>
                {results.flatMap(({ id, row, faults }) =>
                  faults.map(({ address, detail }) => (
                    <li key={`${id} ${address}`} className={styles.item}>
                      <span className={styles.address}>{address}</span>
                      <span className={styles.soft}>{t`Row ${row}: ${detail}`}</span>
                    </li>
                  )),
                )}
              </ul>
            </SteadyHeight>
            <NumberedPages total={total} size={AT_ONCE} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
      {mayWrite(entry) && !found.isUnderWay && (
        <div className={styles.actions}>
          <Button loading={isBusy} onClick={onRetry}>
            {t`Fetch them again`}
          </Button>
        </div>
      )}
    </section>
  );
}
