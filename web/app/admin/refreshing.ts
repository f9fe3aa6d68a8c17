import type { QueryClient } from '@tanstack/react-query';
import type { Resource } from './define-resource.ts';

/** Reads anew what a resource's queries have, after a change of its records. */
export const refreshing =
  <Row>({ invalidates }: Pick<Resource<Row>, 'invalidates'>, client: QueryClient) =>
  async (): Promise<void> => {
    await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
