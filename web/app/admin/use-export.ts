import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast.ts';
import { csvFrom, readAllRows, saveCsv, saveFrom } from './csv.ts';
import type { Column, FilterValues, ListParams, Resource } from './define-resource.ts';

interface Listed<Row> {
  params: ListParams;
  filterValues: FilterValues;
  /** Those that are shown. */
  columns: Column<Row>[];
}

/** Saves what is chosen, or all that the search and the filters find, as a file. */
export function useExport<Row>(resource: Resource<Row>, list: Listed<Row>) {
  const queryClient = useQueryClient();
  return async (rows?: Row[]) => {
    if (!rows && resource.exportAddress) {
      saveFrom(resource.exportAddress(list.params, list.filterValues), `${resource.path}.csv`);
      return;
    }
    try {
      const all = rows ?? (await readAllRows(queryClient, resource, list.params, list.filterValues));
      saveCsv(resource.path.replaceAll('/', '-'), await csvFrom(list.columns, all, queryClient));
    } catch (error) {
      toast.error(error);
    }
  };
}
