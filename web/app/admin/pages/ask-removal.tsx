/** Before pages are deleted: what leads to them, and where their visitors are sent instead. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pagesGetReferencesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PageReference, PageReferences } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { adminDestination } from '../../session/access.ts';
import { readClaims } from '../../session/session-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps } from '../bulk-action.ts';
import styles from './pages.module.css';

const REDIRECTS = '/cms-admin/url-maps';

/** More at once would make an address too long. */
const MOST_AT_ONCE = 100;

export function AskRemoval({ rows, onAnswer, onCancel }: AskProps<PageRecord>) {
  const [destination, setDestination] = useState('');
  const id = rows.slice(0, MOST_AT_ONCE).map((page) => page.id);
  const query = useQuery({ ...pagesGetReferencesOptions({ query: { id } }), staleTime: 0 });
  const [first] = rows;
  const name = first?.title;
  const title = t`${plural(rows.length, { 1: `Delete “${name}”`, one: 'Delete # page', other: 'Delete # pages' })}`;
  return (
    <AskDialog
      title={title}
      submitLabel={destination.trim() ? t`Delete and redirect` : t`Delete`}
      look="danger"
      size={560}
      intro={
        <section className={styles.uses} aria-live="polite" aria-busy={query.isPending}>
          {query.data ? (
            <>
              {rows.length > id.length && (
                <p>{t`Of these ${rows.length} pages, only the first ${id.length} were looked at:`}</p>
              )}
              <Uses found={query.data} />
            </>
          ) : query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <>
              <Skeleton width="14rem" />
              <Skeleton width="70%" />
            </>
          )}
        </section>
      }
      onSubmit={() => onAnswer(destination.trim() || undefined)}
      onCancel={onCancel}
    >
      <FieldInput
        definition={{
          type: 'address',
          label: t`Redirect visitors to`,
          hint: hintFor(rows),
          placeholder: '/',
        }}
        value={destination}
        isFocusedFirst
        onChange={(next) => setDestination(String(next ?? ''))}
      />
    </AskDialog>
  );
}

/** Where visitors of a page do not see it, they go on not to. */
function hintFor(rows: PageRecord[]): string {
  if (!rows.some((page) => page.isRedirected))
    return t`A page or an address. Leave it empty, and visitors see “Page removed”.`;
  return rows.every((page) => page.isRedirected)
    ? t`A page or an address. Leave it empty, and visitors are redirected as they are now.`
    : t`A page or an address. Leave it empty, and visitors see “Page removed”, or are redirected as they are now.`;
}

function Uses({ found }: { found: PageReferences }): ReactNode {
  const { links, linkCount, inMenu, urlMaps, urlMapCount, blog, below } = found;
  const mayOpenRedirects = adminDestination(readClaims(), REDIRECTS) === REDIRECTS;
  const parts = [
    linkCount > 0 && (
      <Part
        key="links"
        head={plural(linkCount, { one: '# link leads here', other: '# links lead here' })}
        items={links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page can have the same link twice, and the list stays
          <li key={index}>
            <LinkPlace link={link} />
          </li>
        ))}
        more={linkCount - links.length}
      />
    ),
    urlMapCount > 0 && (
      <Part
        key="maps"
        head={plural(urlMapCount, { one: '# redirect leads here', other: '# redirects lead here' })}
        items={urlMaps.map(({ id, source }) => (
          <li key={id}>
            {mayOpenRedirects ? (
              <a href={`/cms-admin/url-maps/${id}`} target="_blank" rel="noreferrer">
                {source}
              </a>
            ) : (
              source
            )}
          </li>
        ))}
        more={urlMapCount - urlMaps.length}
      />
    ),
    blog.length > 0 && (
      <Part
        key="blog"
        head={t`Blog`}
        items={blog.map(({ kind, id, name, stays }) => (
          <li key={id}>
            {kind === 'category'
              ? t`The category “${name}” stays, without its list page.`
              : stays
                ? t`The post “${name}” stays: other pages show it.`
                : t`The post “${name}” is deleted too, and leaves the blog’s lists.`}
          </li>
        ))}
        more={0}
      />
    ),
    inMenu > 0 && (
      <p key="menu">
        {plural(inMenu, { one: '# page disappears from menus.', other: '# pages disappear from menus.' })}
      </p>
    ),
    below > 0 && (
      <p key="below">
        {plural(below, {
          one: '# page below keeps its address.',
          other: '# pages below keep their addresses.',
        })}
      </p>
    ),
  ].filter(Boolean);
  return parts.length > 0 ? (
    parts
  ) : (
    <p>
      <Trans>Nothing on the site leads here.</Trans>
    </p>
  );
}

interface PartProps {
  head: string;
  items: ReactNode[];
  more: number;
}

function Part({ head, items, more }: PartProps) {
  return (
    <div>
      <h3>{head}</h3>
      <ul>
        {items}
        {more > 0 && <li>{t`and ${more} more`}</li>}
      </ul>
    </div>
  );
}

const VIA: Record<PageReference['via'], string> = {
  page: '',
  layout: t`in the layout`,
  branch: t`in a shared block`,
};

function LinkPlace({ link: { url, title, via, pluginId } }: { link: PageReference }) {
  if (url === null) return via === 'layout' ? t`The layout “${title}”` : t`The shared block “${title}”`;
  const at = pluginId ? `${url}#plugin=${pluginId}` : url;
  return (
    <>
      <a href={at} target="_blank" rel="noreferrer">
        {title}
      </a>{' '}
      <span>{[url, VIA[via]].filter(Boolean).join(' · ')}</span>
    </>
  );
}
