import { use } from 'react';
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router';

type Change = (current: URLSearchParams) => URLSearchParams;

/**
 * The query of the address, and how to change it. A change starts from the address as it is by then: React Router's own starts
 * from what was drawn last, and of two changes shortly after each other the second takes back the first.
 */
export function useAddressQuery(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [search, setSearch] = useSearchParams();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const current = () => {
    if (!router) return new URLSearchParams(search);
    const { location, navigation } = router.state;
    const next = navigation.location?.pathname === location.pathname ? navigation.location : location;
    return new URLSearchParams(next.search);
  };
  return [search, (change, options) => setSearch(change(current()), options)];
}
