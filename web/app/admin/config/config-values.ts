/** The site's config entries as one form: what it holds of each, and what is sent of what was changed. */
import { type ConfigEntry, setConfig } from '../../api/config.ts';
import { ProblemError } from '../../api/problem.ts';
import { sameJson } from '../../page/same-json.ts';

/** By the keys of the entries. A secret is what was typed, null to take it away, and left out where it stays. */
export type ConfigValues = Record<string, unknown>;

export function configValuesOf(entries: ConfigEntry[] | undefined): ConfigValues {
  const known = (entries ?? []).filter(({ isSecret }) => !isSecret);
  return Object.fromEntries(known.map(({ key, value }) => [key, value]));
}

/** Gives the changed entries their values, each on the version that was read. A ProblemError's faults name the key. */
export async function saveConfig(
  values: ConfigValues,
  entries: ConfigEntry[],
  set: typeof setConfig = setConfig,
): Promise<ConfigEntry[]> {
  const saved = [];
  for (const entry of entries) {
    const value = sentOf(entry, values);
    saved.push(isChanged(entry, value) ? await save(entry, value, set) : entry);
  }
  return saved;
}

export function sentOf(entry: ConfigEntry, values: ConfigValues): unknown {
  const value = values[entry.key];
  // A choice of nothing has no value in a form, and is the empty text of an entry.
  if (value === undefined && !entry.isSecret && typeof entry.value === 'string' && entry.key in values)
    return '';
  return typeof value === 'string' ? value.trim() : value;
}

/** `value`: as it would be sent. */
export function isChanged(entry: ConfigEntry, value: unknown): boolean {
  if (value === undefined) return false;
  if (entry.isSecret) return value === null ? entry.isSet : value !== '';
  return !sameJson(entry.value ?? '', value ?? '');
}

async function save(entry: ConfigEntry, value: unknown, set: typeof setConfig): Promise<ConfigEntry> {
  try {
    return await set(entry, value);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { status, code, title, detail, requestId } = error;
    const errors = error.errors.map((fault) => ({ ...fault, field: entry.key }));
    throw new ProblemError(status, { code, title, detail, requestId, errors });
  }
}
