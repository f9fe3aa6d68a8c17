import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type SearchFields = FieldsOf<typeof manifest>;

/** A stretch of plain text, marked where it is a word that was looked for. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface SearchResult {
  url: string;
  title: TextPart[];
  extract: TextPart[];
}

export interface SearchData {
  query: string;
  /** False where the search took too long. */
  isComplete: boolean;
  /** Nothing was looked for: this visitor has searched too often for now. */
  isLimited?: boolean;
  total: number;
  start: number;
  limit: number;
  results: SearchResult[];
}

export default function Search({
  id,
  fields,
  data,
  page,
  query,
}: ViewProps<SearchFields, SearchData>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { label, placeholder, resultsPage } = fields;
  const isElsewhere = Boolean(resultsPage) && resultsPage !== page.url;
  return (
    <search className="pw-search" data-search={isElsewhere ? undefined : ''}>
      <form action={resultsPage || page.url} method="get" data-loading={t`Searching…`}>
        <label htmlFor={`search-${id}`} {...(label ? {} : words)}>
          {label || t`Search`}
        </label>
        <div className="pw-search-box">
          <input
            id={`search-${id}`}
            type="search"
            name="query"
            defaultValue={query.query ?? ''}
            placeholder={placeholder}
            maxLength={200}
            required
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" {...words}>{t`Search`}</button>
        </div>
      </form>
      {!isElsewhere && <Results data={data} url={page.url} />}
    </search>
  );
}

/** What was found. The elements stay where nothing is: screen readers tell only of changes in what was there before. */
function Results({ data, url }: { data: SearchData | undefined; url: string }): ReactNode {
  const { words } = useSpeech();
  return (
    <div className="pw-search-found">
      <p role="status" {...words}>
        {data && <Count data={data} />}
      </p>
      <div className="pw-search-results">
        {data && data.total > 0 && (
          <ol start={data.start + 1}>
            {data.results.map((result) => (
              <li key={result.url}>
                <a href={result.url}>
                  <Marked parts={result.title} />
                </a>
                {result.extract.length > 0 && (
                  <p>
                    <Marked parts={result.extract} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
        {data && <Pages data={data} url={url} />}
      </div>
    </div>
  );
}

function Count({ data }: { data: SearchData }): ReactNode {
  const { query, total } = data;
  if (data.isLimited) return <Trans>Too many searches. Try again in a moment.</Trans>;
  if (!data.isComplete) return <Trans>This search took too long. Try again with more words.</Trans>;
  if (total === 0) return <Trans>No results for “{query}”. Check the spelling, or try other words.</Trans>;
  return <Plural value={total} one={`# result for “${query}”`} other={`# results for “${query}”`} />;
}

function Pages({ data, url }: { data: SearchData; url: string }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const number = Math.floor(data.start / data.limit) + 1;
  const last = Math.ceil(data.total / data.limit);
  if (last < 2 && number < 2) return null;
  const address = (page: number) =>
    `${url}?${new URLSearchParams({ query: data.query, ...(page > 1 ? { results: String(page) } : {}) })}`;
  return (
    <nav aria-label={t`Pages of results`} {...words}>
      {number > 1 && (
        <a href={address(Math.min(number - 1, Math.max(last, 1)))} rel="prev">
          <Trans>Previous</Trans>
        </a>
      )}
      {number <= last && (
        <span>
          <Trans>
            Page {number} of {last}
          </Trans>
        </span>
      )}
      {number < last && (
        <a href={address(number + 1)} rel="next">
          <Trans>Next</Trans>
        </a>
      )}
    </nav>
  );
}

function Marked({ parts }: { parts: TextPart[] }): ReactNode {
  // The parts of one text have no other name than their place in it.
  return parts.map((part, index) => {
    const key = `${index} ${part.text}`;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
