import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageRecord } from '../../api/pages.ts';
import type { PageValues } from './page-values.ts';
import styles from './search-preview.module.css';
import { unlistedByOptions } from './unlisted-by.ts';

/** Characters that result lists show before they cut. */
const TITLE = 60;
const DESCRIPTION = 155;

/** Cut at a word's end, with an ellipsis, where it is longer than `length` characters. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length).join('');
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), length / 2))} …`;
}

interface Props {
  values: PageValues;
  /** As it was saved last. */
  page: PageRecord | undefined;
}

/** Roughly what a search engine makes of the page. */
export function SearchPreview({ values, page }: Props): ReactNode {
  const { data: plugin } = useQuery(unlistedByOptions(page));
  const title = values.metaTitle.trim() || values.title.trim() || t`Title`;
  const description = values.metaDescription.trim();
  return (
    <figure
      aria-label={t`In search results`}
      className={styles.preview}
      data-hidden={values.noIndex || Boolean(plugin) || undefined}
    >
      <figcaption>{t`Preview`}</figcaption>
      <p className={styles.address}>
        {window.location.host}
        {values.url.trim()}
      </p>
      <p className={styles.title}>{cut(title, TITLE)}</p>
      <p className={styles.description}>
        {values.noIndex
          ? t`Search engines are asked not to list this page.`
          : plugin
            ? t`Search engines are asked not to list this page, because “${plugin}” on it differs for each visitor.`
            : description
              ? cut(description, DESCRIPTION)
              : t`Without a description, search engines take a piece of the page’s text.`}
      </p>
    </figure>
  );
}
