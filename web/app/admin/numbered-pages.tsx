/** The pages of a list within a screen, by their numbers; nothing where there is one page. */
import { t } from '@lingui/core/macro';
import { Pagination } from '@mantine/core';

interface NumberedPagesProps {
  /** Entries of all pages, and of each. */
  total: number;
  size: number;
  page: number;
  onPage: (page: number) => void;
}

export function NumberedPages({ total, size, page, onPage }: NumberedPagesProps) {
  if (total <= size) return null;
  return (
    <Pagination
      total={Math.ceil(total / size)}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? t`Next` : t`Previous` })}
    />
  );
}
