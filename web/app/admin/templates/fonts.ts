/** A template's fonts: JSON on the wire and in the raw view, a list of families in the form. */
import { t } from '@lingui/core/macro';
import type { FontFamily, SourceFault } from '../../api/templates.ts';
import { jsonOf } from './sources.ts';

/** What a text of JSON says, or where it is none. */
export function readFontsJson(text: string): { fonts: unknown[] } | { fault: SourceFault } {
  try {
    const fonts: unknown = text.trim() ? JSON.parse(text) : [];
    if (Array.isArray(fonts)) return { fonts };
    return { fault: { field: 'fonts', line: 1, column: 1, detail: t`Write a list: [ … ].` } };
  } catch (error) {
    return { fault: { field: 'fonts', ...placeOf(text, error), detail: t`This is not valid JSON.` } };
  }
}

/** Browsers name the place in words of their own, or none. */
function placeOf(text: string, error: unknown): { line: number; column: number } {
  const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
  if (line && column) return { line: Number(line), column: Number(column) };
  const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** An entry of the list; one that the form does not know is left as it is. */
export type FontEntry = unknown;

export const familyIn = (entry: FontEntry): string => {
  if (typeof entry === 'string') return entry.trim();
  const { family } = (entry ?? {}) as { family?: unknown };
  return typeof family === 'string' ? family.trim() : '';
};

/** The family of the site that an entry names; a file of one's own is none, whatever it is called. */
export function offeredIn(entry: FontEntry, families: readonly FontFamily[]): FontFamily | undefined {
  if (typeof entry === 'object' && entry !== null && 'src' in entry && entry.src) return undefined;
  const name = familyIn(entry).toLowerCase();
  return families.find((family) => family.name.toLowerCase() === name);
}

export const withFamily = (fonts: readonly unknown[], name: string): string =>
  jsonOf([...fonts, { family: name }]);

export const withoutEntry = (fonts: readonly unknown[], index: number): string =>
  jsonOf(fonts.filter((_, each) => each !== index));

/** The weights that are shown of a variable font: those of CSS's own names in its range. */
export function weightsOf({ weights }: FontFamily): number[] {
  const [least = 400, most = 700] = weights.split(' ').map(Number);
  return [300, 400, 500, 600, 700, 900].filter((weight) => weight >= least && weight <= most);
}
