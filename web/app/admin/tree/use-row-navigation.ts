import { useNavigate } from 'react-router';
import { addressOf } from '../define-entry.ts';
import type { Resource } from '../define-resource.ts';

/** Goes to a record's own screen. */
export function useRowNavigation<Row>(resource: Resource<Row>) {
  const navigate = useNavigate();
  return (row: Row) => void navigate(addressOf(resource, resource.idOf(row)));
}
