/** Reading a page for editing, and saving what was changed. */
import { queryOptions } from '@tanstack/react-query';
import { apiFetch, idempotencyKey } from '../../api/fetch.ts';
import { ProblemError } from '../../api/problem.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PageRedirect, PageRender } from '../../page/types.ts';

export interface Conflict {
  /** `plugin:ID`, `node:ID`, `branch:ID`, with `/part` behind it. */
  thing: string;
  /** Which of the actions sent write or need it. */
  actionIndexes: number[];
  changedBy?: { userId: string; name: string };
  changedAt?: string;
  version: number;
}

/** What came back from a save that others were faster than. */
export interface ConflictAnswer {
  conflicts: Conflict[];
  current: PageRender;
}

export interface PageSave {
  pageId: string;
  version: number;
  idempotencyKey: string;
  actions: Action[];
}

export const pageRenderKey = ['page-render'];

/** The path of an address as pages have it: `/café`, which the browser's location writes with per cent signs. */
export function pathOf(address: string): string {
  const path = address.split(/[?#]/)[0] ?? address;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The page at an address, or where that address leads. */
export const pageRenderOptions = (url: string) =>
  queryOptions({
    queryKey: [...pageRenderKey, pathOf(url)],
    queryFn: async ({ signal }) => {
      const response = await apiFetch(`/client/page-render?url=${encodeURIComponent(url)}`, { signal });
      return (await response.json()) as PageRender | PageRedirect;
    },
  });

/** Sends the actions. ProblemError: 409 `page_conflict`, 401 without a session, 422 for actions at fault, 0 without an answer. */
export async function savePage({
  pageId,
  version,
  idempotencyKey: key,
  actions,
}: PageSave): Promise<PageRender> {
  const response = await apiFetch(`/client/page-render/${pageId}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...idempotencyKey(key) },
    body: JSON.stringify({ version, actions }),
  });
  return (await response.json()) as PageRender;
}

/** The conflict in a failed save's answer, if it is one. */
export function conflictIn(error: unknown): ConflictAnswer | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'page_conflict') return undefined;
  const { conflicts, current } = error.extensions;
  return Array.isArray(conflicts) && current
    ? { conflicts: conflicts as Conflict[], current: current as PageRender }
    : undefined;
}
