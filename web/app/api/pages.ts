/** Pages as the admin lists and changes them. */
import { queryOptions } from '@tanstack/react-query';
import type { PageConfig, PageMeta } from '../page/types.ts';
import { apiFetch, idempotencyKey, ifMatch } from './fetch.ts';

export interface PageRecord {
  id: string;
  url: string;
  title: string;
  meta: PageMeta;
  config: PageConfig;
  version: number;
  createdAt: string;
  updatedAt: string;
}
export interface PageInput {
  title: string;
  url: string;
  meta: PageMeta;
  config: PageConfig;
}
export const pagesKey = ['pages'];
const json = { 'Content-Type': 'application/json' };

export const listPagesOptions = (params: { start: number; limit: number; sort: string; q?: string }) =>
  queryOptions({
    queryKey: [...pagesKey, params],
    queryFn: async () => {
      const query = new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]));
      const response = await apiFetch(`/client/pages?${query}`);
      return (await response.json()) as { results: PageRecord[]; total: number; start: number; limit: number };
    },
  });
export const getPageOptions = (id: string) =>
  queryOptions({
    queryKey: [...pagesKey, id],
    queryFn: async () => (await (await apiFetch(`/client/pages/${id}`)).json()) as PageRecord,
  });
export const createPage = async (body: PageInput) =>
  (await (
    await apiFetch('/client/pages', { method: 'POST', headers: { ...json, ...idempotencyKey() }, body: JSON.stringify(body) })
  ).json()) as PageRecord;
export const updatePage = async (page: PageRecord, body: PageInput) =>
  (await (
    await apiFetch(`/client/pages/${page.id}`, {
      method: 'PUT',
      headers: { ...json, ...ifMatch(page.version) },
      body: JSON.stringify(body),
    })
  ).json()) as PageRecord;
export const deletePage = (page: PageRecord) => apiFetch(`/client/pages/${page.id}`, { method: 'DELETE', keepalive: true });
