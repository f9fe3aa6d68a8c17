import { useQuery } from '@tanstack/react-query';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';

/** A hook: the currency of the shop; pounds until it has been read, as they are until somebody chooses another. */
export function useShopCurrency(): string {
  const { data } = useQuery(ecomConfigEntriesListOptions());
  return String(data?.find(({ key }) => key === 'currency')?.value ?? 'GBP');
}
