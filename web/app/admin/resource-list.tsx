/** The list screen of a declared resource. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { isEditable, type Resource } from './define-resource.ts';
import { ListFilters } from './list-filters.tsx';
import { ListPager } from './list-pager.tsx';
import { ListSearch } from './list-search.tsx';
import { ListTable } from './list-table.tsx';
import styles from './resource-list.module.css';
import { useDelayedRemoval } from './use-delayed-removal.ts';
import { nextSort, PAGE_SIZE, useListParams } from './use-list-params.ts';

function NothingYet<Row>({ resource }: { resource: Resource<Row> }) {
  return (
    <EmptyState
      icon={resource.icon}
      title={`No ${resource.many.toLowerCase()} yet`}
      action={isEditable(resource) && <NewButton resource={resource} />}
    >
      <p>{resource.description}</p>
    </EmptyState>
  );
}

function NewButton<Row>({ resource }: { resource: Resource<Row> }) {
  return (
    <Button
      component={Link}
      to={`/cms-admin/${resource.path}/new`}
      variant="filled"
      size="md"
      leftSection={<Plus size={16} aria-hidden />}
    >
      New {resource.one}
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

export function ResourceList<Row>({ resource }: { resource: Resource<Row> }) {
  const { filters = [], Head } = resource;
  const { params, filterValues, setPage, setSort, setQuery, setFilter, clear } = useListParams(
    resource.defaultSort,
    filters,
  );
  const { remove, isRemoved } = useDelayedRemoval(resource);
  useRemovalFromElsewhere(remove);
  const navigate = useNavigate();
  const query = useQuery({ ...resource.list(params, filterValues), placeholderData: keepPreviousData });
  const rows = query.data?.results.filter((row) => !isRemoved(row));
  const total = query.data?.total ?? 0;
  const isNothing = query.data && rows?.length === 0 && !query.isPlaceholderData;
  const isFiltered = Object.keys(filterValues).length > 0;
  const isUnused = isNothing && total === 0 && !params.q && !isFiltered;

  return (
    <>
      <PageHeader
        title={resource.many}
        description={resource.description}
        actions={!isUnused && isEditable(resource) && <NewButton resource={resource} />}
      />
      {Head && <Head />}
      {!isUnused && (
        <div className={styles.tools}>
          {resource.isSearchable !== false && (
            <ListSearch
              label={`Search ${resource.many.toLowerCase()}`}
              value={params.q ?? ''}
              onChange={setQuery}
            />
          )}
          <ListFilters filters={filters} values={filterValues} onChange={setFilter} />
        </div>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : isUnused ? (
        <NothingYet resource={resource} />
      ) : isNothing && (params.q || isFiltered) ? (
        <EmptyState
          icon={SearchX}
          title={params.q ? `Nothing found for “${params.q}”` : 'Nothing matches the filters'}
          action={<Button onClick={clear}>{isFiltered ? 'Clear the filters' : 'Clear the search'}</Button>}
        />
      ) : (
        <div className={styles.card} aria-busy={query.isPlaceholderData}>
          <ListTable
            resource={resource}
            rows={rows}
            sort={params.sort}
            onSort={(key) => setSort(nextSort(params.sort, key))}
            onOpen={(row) => void navigate(`/cms-admin/${resource.path}/${resource.idOf(row)}`)}
            onRemove={remove}
          />
          <ListPager start={params.start} size={PAGE_SIZE} total={total} onPage={setPage} />
        </div>
      )}
    </>
  );
}
