/** Templates as the admin lists, writes and previews them. */
import { queryOptions } from '@tanstack/react-query';
import { apiFetch, fetchWithin, ifMatch, retriedWhenBusy } from './fetch.ts';
import {
  templatesGetOptions,
  templatesGetRevisionOptions,
  templatesListOptions,
  templatesListPagesOptions,
  templatesListRevisionsOptions,
  templatesListStartingOptions,
} from './generated/@tanstack/react-query.gen.ts';
import {
  type StartingTemplate,
  type TemplateOut,
  type TemplateRevisionListed,
  type TemplateRevisionSources,
  type TemplatesListData,
  templatesCreate,
  templatesDelete,
  templatesGet,
  templatesList,
  templatesRestoreRevision,
  templatesUpdate,
} from './generated/index.ts';
import type { ProblemError } from './problem.ts';
import { readAll } from './read-all.ts';

export type TemplateRecord = TemplateOut;
export type TemplateStart = Omit<StartingTemplate, 'name'>;
export type TemplateRevision = TemplateRevisionListed;
export type TemplateRevisionRecord = TemplateRevisionSources;

/** What people write of a template, by the names of the wire. */
export const SOURCES = ['sharedSCSS', 'inlineSCSS', 'externalSCSS', 'js', 'fonts'] as const;
export type SourceName = (typeof SOURCES)[number];

/** Start of the key of every query for templates: invalidate by it. */
export const templatesKey = [{ tags: ['templates'] }];

export const listTemplatesOptions = (query: TemplatesListData['query']) => templatesListOptions({ query });
/** All templates of the site, with their sources. */
export const allTemplatesOptions = () =>
  queryOptions({
    queryKey: [...templatesKey, 'all'],
    queryFn: ({ signal }) => readTemplates(signal),
  });

export function readTemplates(signal: AbortSignal): Promise<TemplateRecord[]> {
  return readAll((part) => templatesList({ query: { ...part, sort: 'name' }, signal }));
}

export const getTemplateOptions = (id: string) => templatesGetOptions({ path: { id } });
export const listStartingOptions = templatesListStartingOptions;
export const listTemplatePagesOptions = (id: string, limit: number) =>
  templatesListPagesOptions({ path: { id }, query: { limit, sort: 'url' } });
export const listRevisionsOptions = (id: string) => templatesListRevisionsOptions({ path: { id } });
export const getRevisionOptions = (id: string, revisionId: string) =>
  templatesGetRevisionOptions({ path: { id, revisionId } });

/** More than the services take to compile: a busy machine is slow. What is answered that nothing was saved is sent once more. */
const patientFetch = fetchWithin(120_000);
const saveFetch = retriedWhenBusy(patientFetch);

export async function readTemplate(id: string): Promise<TemplateRecord> {
  return (await templatesGet({ path: { id } })).data;
}

export async function createTemplate(name: string, start: TemplateStart): Promise<TemplateRecord> {
  const { sharedSCSS, inlineSCSS, externalSCSS, js, fonts } = start;
  const body = { name, sharedSCSS, inlineSCSS, externalSCSS, js, fonts };
  return (await templatesCreate({ body, fetch: saveFetch })).data;
}

/** ProblemError 412 where the template has changed since it was read. */
export async function renameTemplate(template: TemplateRecord, name: string): Promise<TemplateRecord> {
  const { id, version } = template;
  const { data } = await templatesUpdate({
    path: { id },
    headers: ifMatch(version),
    body: { ...template, name },
    fetch: saveFetch,
  });
  return data;
}

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. */
export async function deleteTemplate({ id, version }: TemplateRecord): Promise<void> {
  await templatesDelete({ path: { id }, headers: ifMatch(version), keepalive: true });
}

/** Saves a template anew as it was. ProblemError 412 where it has changed since it was read. */
export async function restoreRevision(
  { id, version }: TemplateRecord,
  revisionId: string,
): Promise<TemplateRecord> {
  const { data } = await templatesRestoreRevision({
    path: { id, revisionId },
    headers: ifMatch(version),
    fetch: saveFetch,
  });
  return data;
}

const ACTIONS: Record<SourceName, { name: string; member: 'scss' | 'js' | 'fonts' }> = {
  sharedSCSS: { name: 'TEMPLATE_SET_SHARED_SCSS', member: 'scss' },
  inlineSCSS: { name: 'TEMPLATE_SET_INLINE_SCSS', member: 'scss' },
  externalSCSS: { name: 'TEMPLATE_SET_EXTERNAL_SCSS', member: 'scss' },
  js: { name: 'TEMPLATE_SET_JS', member: 'js' },
  fonts: { name: 'TEMPLATE_SET_FONTS', member: 'fonts' },
};

/** An address of the web host's own, which the generated client has none of. */
const host = (path: string) => new URL(`/api/client/api/${path}`, window.location.origin);

/** Saves what was changed. ProblemError 412 where the template has changed since, 422 with `faults` of the compiler. */
export async function saveSources(
  { id, version }: Pick<TemplateRecord, 'id' | 'version'>,
  changes: Partial<Record<SourceName, string>>,
): Promise<TemplateRecord> {
  const names = SOURCES.filter((name) => changes[name] !== undefined);
  const actions = names.map((name) => ({
    name: ACTIONS[name].name,
    meta: { [ACTIONS[name].member]: changes[name] },
  }));
  const response = await saveFetch(host(`templates/${id}`), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...ifMatch(version) },
    body: JSON.stringify({ actions }),
  });
  return response.json();
}

export const COLOUR_BLIND_METHODS = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;
export type ColourBlindMethod = (typeof COLOUR_BLIND_METHODS)[number];

/** A fault of a source and where it is; lines and columns count from 1. */
export interface SourceFault {
  field: string;
  line: number;
  column: number;
  detail: string;
}

export interface PreviewInput {
  templateId: string;
  /** Which source `mainSCSS` is. A newer preview of the same one ends this one, with ProblemError 409. */
  field: 'inlineSCSS' | 'externalSCSS' | 'mainSCSS';
  sharedSCSS: string;
  mainSCSS: string;
  fonts?: unknown[];
  colourBlindMethod?: ColourBlindMethod;
}

export interface Preview {
  css: string;
  warnings: SourceFault[];
  /** The rules of the fonts that were sent. */
  fontCSS?: string;
}

/** Compiles what is being written, and stores nothing. */
export async function compilePreview(body: PreviewInput, signal: AbortSignal): Promise<Preview> {
  const response = await patientFetch(host('scss'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  return response.json();
}

/** What the compiler said, in a problem that it answered. */
export function faultsOf(problem: ProblemError): SourceFault[] {
  const { faults } = problem.extensions;
  if (Array.isArray(faults)) return faults as SourceFault[];
  return problem.errors.map(({ field, detail }) => ({ field, line: 1, column: 1, detail }));
}

export interface FontFamily {
  name: string;
  /** The least and the greatest weight, `100 900`. */
  weights: string;
  styles: string[];
  /** What stands in for it, by CSS's own names: `serif`. */
  generic: string;
}

/** The fonts that the site serves, with the rules that show them. */
export const fontsOptions = () =>
  queryOptions({
    queryKey: ['template-fonts'],
    queryFn: async ({ signal }): Promise<{ families: FontFamily[]; css: string }> =>
      (await apiFetch(host('fonts'), { signal })).json(),
    staleTime: Number.POSITIVE_INFINITY,
  });
