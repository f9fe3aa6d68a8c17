/** Reading a page for editing, and saving what was changed. */
import { queryOptions } from '@tanstack/react-query';
import { apiFetch, DEFAULT_TIMEOUT, fetchWithin, idempotencyKey } from '../../api/fetch.ts';
import { ProblemError } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { BranchRender, Id, PageRedirect, PageRender } from '../../page/types.ts';
import type { ActionSet } from '../store/queue.ts';
import { partsOf } from './parts.ts';

export interface Conflict {
  /** `plugin:ID`, `node:ID`, `branch:ID`. */
  resource: string;
  /** What of it clashes: `fields/content`, `tagName@site`; `*` for all of it. */
  parts?: string[];
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
  idempotencyKey: string;
  changes: ActionSet[];
  ownVersions: readonly number[];
}

export interface SavedPage {
  answer: PageRender;
  /** The site version that the save made; undefined when it changed nothing. */
  version?: number;
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

/**
 * Takes the page that anybody gets for a 401. Pages are open to visitors, too: where an editor's token has run out, what comes
 * lacks what visitors may not see, and a row that is removed would take it along unseen.
 */
const fetchPage = fetchWithin(
  DEFAULT_TIMEOUT,
  ({ status, headers }) => status === 401 || headers.get('Made-For') === 'anybody',
);

/** The page at an address as who may edit sees it, or where that address leads. ProblemError: 401 without a session. */
export const pageRenderOptions = (url: string) =>
  queryOptions({
    queryKey: [...pageRenderKey, pathOf(url)],
    queryFn: async ({ signal }) => {
      const response = await fetchPage(`/client/page-render?url=${encodeURIComponent(url)}`, { signal });
      return (await response.json()) as PageRender | PageRedirect;
    },
  });

/** The page at an address as it is now; undefined where the address leads elsewhere. ProblemError. */
export async function readPage(url: string): Promise<PageRender | undefined> {
  const fresh = await queryClient.fetchQuery({ ...pageRenderOptions(url), staleTime: 0 });
  return 'page' in fresh ? fresh : undefined;
}

/** A branch block with all that it shows, as it would be on a page. ProblemError: 401 without a session. */
export async function fetchBranch(pageId: Id, blockId: Id): Promise<BranchRender> {
  // Visitors may read blocks as they may pages, and what they get of one bears no mark. This address is open to editors alone:
  // a token that has run out is renewed by it.
  await apiFetch(`/client/blocks/${blockId}`);
  const response = await apiFetch(`/client/page-render/${pageId}/blocks/${blockId}`);
  return (await response.json()) as BranchRender;
}

/** As `fetchBranch`; undefined where there is no such block any more. ProblemError. */
export async function readBlock(pageId: Id, blockId: Id): Promise<BranchRender | undefined> {
  try {
    return await fetchBranch(pageId, blockId);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

/** Milliseconds that a slow line needs for one character of a request: 10 KB a second. */
const FOR_A_CHARACTER = 0.1;

/** How long a request may take: given up while it is still on its way, it would be so each time. */
const timeoutFor = (body: string) => DEFAULT_TIMEOUT + Math.ceil(body.length * FOR_A_CHARACTER);

/**
 * Sends the actions, in parts where they are more than one request may hold: the last part applies all of them.
 * ProblemError: 409 `page_conflict`, 401 without a session, 422 for actions at fault, 0 without an answer.
 */
export async function savePage({
  pageId,
  idempotencyKey: key,
  changes,
  ownVersions,
}: PageSave): Promise<SavedPage> {
  const parts = partsOf(changes);
  const count = parts.length;
  const send = (part: ActionSet[], index: number) => {
    const body = JSON.stringify({
      changes: part,
      ownVersions,
      ...(count > 1 ? { part: { index, count } } : {}),
    });
    return fetchWithin(timeoutFor(body))(`/client/page-render/${pageId}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...idempotencyKey(key) },
      body,
    });
  };
  for (const [index, part] of parts.slice(0, -1).entries()) await send(part, index);
  const response = await send(parts.at(-1) ?? [], count - 1);
  const version = Number(response.headers.get('Saved-Version'));
  return { answer: (await response.json()) as PageRender, version: version || undefined };
}

/** The conflict in a failed save's answer, if it is one. */
export function conflictIn(error: unknown): ConflictAnswer | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'page_conflict') return undefined;
  const { conflicts, current } = error.extensions;
  return Array.isArray(conflicts) && current
    ? { conflicts: conflicts as Conflict[], current: current as PageRender }
    : undefined;
}
