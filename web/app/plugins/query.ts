/**
 * The parameters of a page's address that plugins read; every other one is ignored, and cannot make another page of this
 * one. Its twin is services/content/content/page_render/query.py, which has the last word; tests/vectors/plugin-query.json
 * holds the two equal.
 */
import type { PluginManifest, Query, QueryParameter } from './contract.ts';

/** Of a longer one nothing is read. */
export const MAX_SEARCH = 2_000;
/** By how many digits it may have after its point. */
const NUMBERS = [0, 1, 2, 3].map(
  (decimals) => new RegExp(`^-?[0-9]{1,9}${decimals > 0 ? `(?:\\.[0-9]{1,${decimals}})?` : ''}$`),
);
const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufffd]/;

export type Parameters = Readonly<Record<string, QueryParameter>>;

/** The parameters that any of these plugins reads, by name. */
export function declaredParameters(manifests: Iterable<Pick<PluginManifest, 'query'>>): Parameters {
  return Object.assign({}, ...Array.from(manifests, ({ query }) => query));
}

/** The declared parameters that a query has, in the order of their names; the first of each name counts. */
export function normalisedQuery(parameters: Parameters, search: string): Query {
  const text = search.replace(/^\?/, '');
  const found: Record<string, string | number> = {};
  if (text === '' || text.length > MAX_SEARCH) return found;
  const given = new URLSearchParams(text);
  for (const name of Object.keys(parameters).sort()) {
    const value = given.get(name);
    const fitting = value === null ? undefined : readValue(parameters[name] as QueryParameter, value);
    if (fitting !== undefined) found[name] = fitting;
  }
  return found;
}

/** The one spelling of a query: empty, or beginning with `?`. */
export function canonicalSearch(query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return text.size > 0 ? `?${text}` : '';
}

function readValue(parameter: QueryParameter, text: string): string | number | undefined {
  if (parameter.type === 'number') {
    const number = NUMBERS[parameter.decimals ?? 0]?.test(text) ? Number(text) + 0 : Number.NaN;
    return number >= parameter.min && number <= parameter.max ? number : undefined;
  }
  if (parameter.type === 'select') return parameter.options.includes(text) ? text : undefined;
  const words = text.normalize('NFC').replace(/^ +| +$/g, '');
  const length = [...words].length;
  return length > 0 && length <= parameter.maxLength && !CONTROL.test(words) ? words : undefined;
}
