/** All templates of the site, with their sources. */
import { queryOptions } from '@tanstack/react-query';
import { templatesList } from '../../api/generated/index.ts';
import { readAll } from '../../api/read-all.ts';
import { type TemplateRecord, templatesKey } from '../../api/templates.ts';

export const allTemplatesOptions = () =>
  queryOptions({
    queryKey: [...templatesKey, 'all'],
    queryFn: ({ signal }): Promise<TemplateRecord[]> =>
      readAll((query) => templatesList({ query: { ...query, sort: 'name' }, signal })),
  });
