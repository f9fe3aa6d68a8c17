/** The shop's currency. */
import { useQuery } from '@tanstack/react-query';
import { ecomConfigEntriesListOptions } from './generated/@tanstack/react-query.gen.ts';

/** A hook: what the shop's prices are in, once its settings are read. */
export function useCurrency(): string | undefined {
  const { data } = useQuery(ecomConfigEntriesListOptions());
  const value = data?.find(({ key }) => key === 'currency')?.value;
  return typeof value === 'string' ? value : undefined;
}
