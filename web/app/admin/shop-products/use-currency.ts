/** The shop's currency, once its settings are read. */
import { useQuery } from '@tanstack/react-query';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';

export function useCurrency(): string | undefined {
  const { data } = useQuery(ecomConfigEntriesListOptions());
  const value = data?.find(({ key }) => key === 'currency')?.value;
  return typeof value === 'string' ? value : undefined;
}
