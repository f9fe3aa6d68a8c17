/** The list screen of a declared resource. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileUp, Plus, SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { FoundCount, foundBy } from '../ui/found-count.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { inSentence } from '../words/in-sentence.ts';
import { AwayNote } from './away-note.tsx';
import { addressOf } from './define-entry.ts';
import { isEditable, mayWrite, type Resource } from './define-resource.ts';
import { ListBar } from './list-bar.tsx';
import { ListPage } from './list-page.tsx';
import styles from './resource-list.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { ResourceTree } from './tree/resource-tree.tsx';
import { useDelayedRemoval } from './use-delayed-removal.ts';
import { useExport } from './use-export.ts';
import { useLastPage } from './use-last-page.ts';
import { useListParams } from './use-list-params.ts';
import { useFocusAfterSelection, useRowFocus } from './use-row-focus.ts';
import { useSelection } from './use-selection.ts';

function NothingYet<Row>({ resource }: { resource: Resource<Row> }) {
  return (
    <EmptyState
      icon={resource.icon}
      title={resource.nothing?.title ?? t`No ${inSentence(resource.many)} yet`}
      action={
        canMake(resource) && (
          <>
            <NewButton resource={resource} />
            {resource.transfer && (
              <Button
                component={Link}
                to={resource.transfer.importTo}
                size="md"
                leftSection={<FileUp size={16} aria-hidden />}
              >
                {resource.transfer.importLabel}
              </Button>
            )}
          </>
        )
      }
    >
      {/* What the screen is for stands above already. How records are made is for those who may make some. */}
      {resource.nothing?.detail && (!isEditable(resource) || mayWrite(resource)) && (
        <p>{resource.nothing.detail}</p>
      )}
    </EmptyState>
  );
}

function NewButton<Row>({ resource }: { resource: Resource<Row> }) {
  return (
    <Button
      component={Link}
      to={addressOf(resource, 'new')}
      variant="filled"
      size="md"
      leftSection={<Plus size={16} aria-hidden />}
    >
      <Trans>New {resource.one}</Trans>
    </Button>
  );
}

/** A record's own screen leads here to have it deleted, so that the way back is offered where the row is. */
function useRemovalFromElsewhere<Row>(remove: (row: Row) => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const row: Row | undefined = state?.removed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is led here with.
  useEffect(() => {
    if (!row) return;
    // Not at once: React's strict mode mounts a screen twice, and leaving it once sends what was deleted.
    const timer = setTimeout(() => {
      remove(row);
      void navigate(pathname + search, { replace: true, state: null });
    });
    return () => clearTimeout(timer);
  }, [row]);
}

const canMake = <Row,>(resource: Resource<Row>) => isEditable(resource) && mayWrite(resource);

export function ResourceList<Row>({ resource }: { resource: Resource<Row> }) {
  const { filters = [], Head } = resource;
  const list = useListParams(resource.defaultSort, filters, resource.columns, resource.tree?.isFirst);
  const { params, filterValues } = list;
  const navigate = useNavigate();
  const card = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(card);
  const { remove, isRemoved, removedCount } = useDelayedRemoval(resource, focus.beforeReturn);
  const [asking, setAsking] = useState<Row[]>();
  const removeNow = (gone: Row[], answer?: unknown) => {
    focus.beforeRemoval(gone.map(resource.idOf));
    remove(gone, answer);
  };
  const isAsked = (gone: Row[]) =>
    resource.AskRemoval && (!resource.isRemovedAtOnce || gone.some(resource.isRemovedAtOnce));
  const removeHere = (...gone: Row[]) => (isAsked(gone) ? setAsking(gone) : removeNow(gone));
  useRemovalFromElsewhere(removeHere);
  const exportRows = useExport(resource, list);
  const query = useQuery({ ...resource.list(params, filterValues), placeholderData: keepPreviousData });
  const isHeadReady = resource.useIsHeadReady?.() ?? true;
  const rows = query.data?.results.filter((row) => !isRemoved(row));
  const selection = useSelection(resource.idOf, rows);
  useFocusAfterSelection(card, selection.rows.map(resource.idOf));
  // What is deleted counts no more, although the service has it until the Undo has lapsed.
  const total = Math.max((query.data?.total ?? 0) - removedCount, rows?.length ?? 0);
  // Rows of another view, of which there were none, say nothing of this one.
  const current = query.isPlaceholderData ? undefined : rows;
  const isPast = useLastPage(list, current, total);
  const isNothing = current?.length === 0 && !isPast;
  const isFiltered = Object.keys(filterValues).length > 0;
  const isUnused = isNothing && total === 0 && !params.q && !isFiltered;
  // What is found does not stand below one another.
  const isTree = Boolean(resource.tree) && list.isTree && !params.q && !isFiltered;

  return (
    <>
      <PageHeader
        title={resource.many}
        description={resource.description}
        actions={!isUnused && canMake(resource) && <NewButton resource={resource} />}
      />
      {Head && isHeadReady && <Head />}
      {isHeadReady && !isUnused && (
        <ListBar resource={resource} list={list} onExport={() => void exportRows()} />
      )}
      <AwayNote away={query.data?.away} />
      <FoundCount
        asked={[params.q, filterValues, params.start, params.limit]}
        found={isPast ? undefined : foundBy(query, () => ({ ...params, size: params.limit, total }))}
      />
      {!isHeadReady ? (
        <Loading />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : isUnused ? (
        <NothingYet resource={resource} />
      ) : isNothing && (params.q || isFiltered) ? (
        <NothingFound words={params.q} isFiltered={isFiltered} onClear={list.clear} />
      ) : (
        <div ref={card} className={styles.card} aria-busy={query.isPlaceholderData}>
          {selection.rows.length > 0 && (
            <SelectionBar
              resource={resource}
              selection={selection}
              onRemove={(chosen) => {
                if (!isAsked(chosen)) selection.clear();
                removeHere(...chosen);
              }}
              onExport={(chosen) => void exportRows(chosen)}
            />
          )}
          {isTree && resource.tree ? (
            <ResourceTree
              {...{ resource, tree: resource.tree, selection, isRemoved, onRemove: removeHere }}
            />
          ) : (
            <ListPage
              {...{ resource, list, selection, total, onRemove: removeHere }}
              rows={isPast ? undefined : rows}
              onOpen={(row) => void navigate(addressOf(resource, resource.idOf(row)))}
            />
          )}
        </div>
      )}
      {asking && resource.AskRemoval && (
        <resource.AskRemoval
          rows={asking}
          onAnswer={(answer) => {
            setAsking(undefined);
            selection.drop(asking);
            removeNow(asking, answer);
          }}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

interface NothingFoundProps {
  words: string | undefined;
  isFiltered: boolean;
  onClear: () => void;
}

function NothingFound({ words, isFiltered, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={words ? t`Nothing found for “${words}”` : t`Nothing matches the filters`}
      action={<Button onClick={onClear}>{isFiltered ? t`Clear the filters` : t`Clear the search`}</Button>}
    />
  );
}
