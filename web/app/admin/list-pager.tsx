import { t } from '@lingui/core/macro';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import styles from './resource-list.module.css';
import { PAGE_SIZE, PAGE_SIZES } from './use-list-params.ts';

interface ListPagerProps {
  /** Index of the first row shown. */
  start: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** "11–20 of 34" with the way to either side; only the count where there is one page. */
export function ListPager({ start, size, total, onPage, onSize }: ListPagerProps) {
  const page = start / size + 1;
  const end = Math.min(start + size, total);
  return (
    <nav className={styles.pager} aria-label={t`Pages of the list`}>
      {/* FoundCount says it to those who do not see it. */}
      <p>
        {total === 0
          ? '\u00a0'
          : total <= size && start === 0
            ? t`${total} in all`
            : t`${Math.min(start + 1, total)}–${end} of ${total}`}
      </p>
      {(total > PAGE_SIZE || size > PAGE_SIZE) && (
        <NativeSelect
          className={styles.size}
          aria-label={t`Rows on a page`}
          value={size}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
          data={PAGE_SIZES.map((each) => ({ value: String(each), label: t`${each} rows` }))}
        />
      )}
      {(total > size || start > 0) && (
        <div>
          <ActionIcon aria-label={t`Previous`} disabled={start === 0} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t`Next`} disabled={end >= total} onClick={() => onPage(page + 1)}>
            <ChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
}
