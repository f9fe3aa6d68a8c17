/** The posts of a category and of those below it, or all of them. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink, FileCog, Newspaper, Pencil, SearchX } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useFormats } from '#words/use-formats.ts';
import { blogKey, type Post } from '../../api/blog.ts';
import { blogListPostsOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { FoundCount, foundBy } from '../../ui/found-count.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { addressOf } from '../define-entry.ts';
import { defineResource, type Resource } from '../define-resource.ts';
import { wordsFilter } from '../filters.ts';
import { ListBar } from '../list-bar.tsx';
import { ListPage } from '../list-page.tsx';
import pagesEntry from '../pages/entry.ts';
import listStyles from '../resource-list.module.css';
import { SelectionBar } from '../selection-bar.tsx';
import { useExport } from '../use-export.ts';
import { useLastPage } from '../use-last-page.ts';
import { useListParams } from '../use-list-params.ts';
import { useFocusAfterSelection, useRowFocus } from '../use-row-focus.ts';
import { useSelection } from '../use-selection.ts';
import styles from './blog.module.css';
import entry from './entry.ts';
import { POST_BULK_ACTIONS } from './post-bulk.tsx';
import { PostState, STATES } from './post-state.tsx';

/** Of one that is to come, also at what time: somebody waits for it. */
function PostDate({ publishedAt, state }: Post) {
  const { date, dateTime } = useFormats();
  return state === 'scheduled' ? (
    <time dateTime={publishedAt}>{dateTime(publishedAt)}</time>
  ) : (
    <time className={styles.short} dateTime={publishedAt}>
      {date(publishedAt)}
    </time>
  );
}

/** A post is called what its page is: both in one cell. */
function PostTitle({ post, onOpen }: { post: Post; onOpen: (post: Post) => void }) {
  const { title, pages } = post;
  const [page, ...others] = pages;
  return (
    <span className={styles.title}>
      <button type="button" data-row-link aria-haspopup="dialog" onClick={() => onOpen(post)}>
        {title}
      </button>
      {page && (
        <span className={styles.address}>
          <a href={page.url}>{page.url}</a>
          {others.length > 0 && ` ${t`and ${others.length} more`}`}
        </span>
      )}
    </span>
  );
}

/** `onOpen` shows the details of one, `onOpenPage` the settings of its page, where its title is, and where it is deleted. */
const postsWith = (onOpen: (post: Post) => void, onOpenPage: (id: string) => void): Resource<Post> =>
  defineResource<Post>({
    ...entry,
    one: t`post`,
    many: t`Posts`,
    columns: [
      {
        key: 'title',
        header: t`Title`,
        isSortable: true,
        cell: (post) => <PostTitle post={post} onOpen={onOpen} />,
        text: ({ title }) => title,
      },
      {
        key: 'publishedAt',
        header: t`Date`,
        isSortable: true,
        width: '6.75rem',
        cell: (post) => <PostDate {...post} />,
        text: ({ publishedAt }) => publishedAt,
      },
      {
        key: 'state',
        header: t`State`,
        width: '5.5rem',
        cell: ({ state }) => <PostState state={state} />,
        text: ({ state }) => STATES[state],
      },
      { key: 'author', header: t`Author`, width: '7.25rem', cell: ({ author }) => author || '–' },
      // Below the title already: for those who export it.
      { key: 'address', header: t`Address`, isExtra: true, cell: ({ pages: [page] }) => page?.url ?? '–' },
    ],
    defaultSort: '-publishedAt',
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    filters: [wordsFilter('state', t`State`, t`Any state`, STATES)],
    list: (params, { category, state }) =>
      blogListPostsOptions({
        query: { ...params, 'category-id': category, state: state as Post['state'] | undefined },
      }),
    rowActions: ({ pages: [page] }) =>
      page ? [{ label: t`Open in the editor`, icon: ExternalLink, href: page.url }] : [],
    menuActions: (post) => [
      { label: t`Details`, icon: Pencil, onSelect: () => onOpen(post) },
      ...post.pages.slice(0, 1).map(({ id }) => ({
        label: t`Page settings`,
        icon: FileCog,
        onSelect: () => onOpenPage(id),
      })),
    ],
    bulkActions: POST_BULK_ACTIONS,
    invalidates: [blogKey],
  });

interface PostListProps {
  category: string | undefined;
  onNew: () => void;
  onOpen: (post: Post) => void;
}

/** `onOpen` stays the same. */
export function PostList({ category, onNew, onOpen }: PostListProps) {
  const navigate = useNavigate();
  const posts = useMemo(
    () => postsWith(onOpen, (id) => void navigate(addressOf(pagesEntry, id))),
    [onOpen, navigate],
  );
  const list = useListParams(posts.defaultSort, posts.filters ?? [], posts.columns);
  const { params, filterValues } = list;
  const inCategory = { ...filterValues, ...(category && { category }) };
  const query = useQuery({ ...posts.list(params, inCategory), placeholderData: keepPreviousData });
  const exportRows = useExport(posts, { ...list, filterValues: inCategory });
  const card = useRef<HTMLDivElement>(null);
  const selection = useSelection(posts.idOf, query.data?.results);
  useRowFocus(card);
  useFocusAfterSelection(card, selection.rows.map(posts.idOf));
  const total = query.data?.total ?? 0;
  const isFiltered = Boolean(params.q) || Object.keys(filterValues).length > 0;
  const rows = query.data?.results;
  const isPast = useLastPage(list, query.isPlaceholderData ? undefined : rows, total);
  const isNothing = rows?.length === 0 && !query.isPlaceholderData && !isPast;
  return (
    <>
      <ListBar resource={posts} list={list} onExport={() => void exportRows()} />
      <FoundCount
        asked={[category, params.q, filterValues, params.start, params.limit]}
        found={isPast ? undefined : foundBy(query, () => ({ ...params, size: params.limit, total }))}
      />
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : isNothing && isFiltered ? (
        <EmptyState
          icon={SearchX}
          title={t`No posts match`}
          action={<Button onClick={list.clear}>{t`Clear the filters`}</Button>}
        />
      ) : isNothing ? (
        <EmptyState
          icon={Newspaper}
          title={category ? t`No posts in this category yet` : t`No posts yet`}
          action={<Button variant="filled" onClick={onNew}>{t`New post`}</Button>}
        >
          <p>{t`A new post is a page of its own, which you write in the editor.`}</p>
        </EmptyState>
      ) : (
        <div ref={card} className={listStyles.card} aria-busy={query.isPlaceholderData}>
          {selection.rows.length > 0 && (
            <SelectionBar
              resource={posts}
              selection={selection}
              onRemove={() => undefined}
              onExport={(chosen) => void exportRows(chosen)}
            />
          )}
          <ListPage
            {...{ resource: posts, list, selection, total }}
            rows={isPast ? undefined : rows}
            of={category}
          />
        </div>
      )}
    </>
  );
}
