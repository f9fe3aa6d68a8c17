/** Every declared resource, found by glob. */
import type { Resource } from './define-resource.ts';

// biome-ignore lint/suspicious/noExplicitAny: each resource has its own row; the screens pass rows through unread.
export type AnyResource = Resource<any>;

const modules = import.meta.glob<AnyResource>('./*/resource.tsx', { eager: true, import: 'default' });

export const resources: AnyResource[] = Object.values(modules).sort((one, other) =>
  one.many.localeCompare(other.many, 'en-GB'),
);

export interface ResourceAddress {
  resource: AnyResource;
  /** The record, `new` for the form of a new one, undefined for the list. */
  id: string | undefined;
}

/** Which resource an address under /cms-admin/ belongs to, or undefined: `pages`, `pages/new`, `pages/ID`. */
export function findResource(path: string, all: AnyResource[] = resources): ResourceAddress | undefined {
  for (const resource of all) {
    if (path === resource.path) return { resource, id: undefined };
    const rest = path.startsWith(`${resource.path}/`) ? path.slice(resource.path.length + 1) : '';
    if (rest && !rest.includes('/')) return { resource, id: rest };
  }
  return undefined;
}
