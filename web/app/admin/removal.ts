import { mayWrite, type Resource } from './define-resource.ts';

/** Whether the principal may delete a record. */
export const isRemovable = <Row>(resource: Resource<Row>, row: Row): boolean =>
  Boolean(resource.remove) &&
  mayWrite(resource) &&
  !resource.isLocked?.(row) &&
  resource.canRemove?.(row) !== false;
