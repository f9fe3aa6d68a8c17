/** Above a list: what narrows it, and beside that its views, columns and files. */
import { t } from '@lingui/core/macro';
import { ListSearch } from '../ui/list-search.tsx';
import { inSentence } from '../words/in-sentence.ts';
import { addressOf } from './define-entry.ts';
import { mayWrite, type Resource } from './define-resource.ts';
import { ListFilters } from './list-filters.tsx';
import { ListTools } from './list-tools.tsx';
import { ListViews } from './list-views.tsx';
import styles from './resource-list.module.css';
import { ViewSwitch } from './tree/view-switch.tsx';
import type { useListParams } from './use-list-params.ts';

export type List<Row> = ReturnType<typeof useListParams<Row>>;

interface ListBarProps<Row> {
  resource: Resource<Row>;
  list: List<Row>;
  onExport: () => void;
}

export function ListBar<Row>({ resource, list, onExport }: ListBarProps<Row>) {
  return (
    <div className={styles.tools}>
      {resource.isSearchable !== false && (
        <ListSearch
          label={resource.searchLabel ?? t`Search ${inSentence(resource.many)}`}
          value={list.params.q ?? ''}
          onChange={list.setQuery}
        />
      )}
      <ListFilters filters={resource.filters ?? []} values={list.filterValues} onChange={list.setFilter} />
      <div className={styles.end}>
        <ListViews list={addressOf(resource)} search={list.view} onApply={list.setView} />
        {resource.tree && <ViewSwitch isTree={list.isTree} onChange={list.setTree} />}
        <ListTools
          columns={resource.columns}
          shown={list.columns}
          onToggle={list.toggleColumn}
          onExport={onExport}
          transfer={resource.transfer}
          canImport={mayWrite(resource)}
        />
      </div>
    </div>
  );
}
