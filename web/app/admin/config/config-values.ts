/** The site's config entries as one form: what it holds of each, and what is sent of what was changed. */
import { type ConfigChange, type ConfigEntry, type SetAll, setAllConfig } from '../../api/config.ts';
import { ProblemError } from '../../api/problem.ts';
import { sameJson } from '../../page/same-json.ts';

/** By the keys of the entries. A secret is what was typed, null to take it away, and left out where it stays. */
export type ConfigValues = Record<string, unknown>;

export function configValuesOf(entries: ConfigEntry[] | undefined): ConfigValues {
  const known = (entries ?? []).filter(({ isSecret }) => !isSecret);
  return Object.fromEntries(known.map(({ key, value }) => [key, value]));
}

/**
 * Gives the changed entries their values, all of them or none, each on the version that was read. A ProblemError's faults
 * name the keys.
 */
export async function saveConfig(
  values: ConfigValues,
  entries: ConfigEntry[],
  setAll: SetAll = setAllConfig,
): Promise<ConfigEntry[]> {
  const changes = entries
    .map((entry) => ({ entry, value: sentOf(entry, values) }))
    .filter(({ entry, value }) => isChanged(entry, value));
  if (changes.length === 0) return entries;
  try {
    const saved = await setAll(changes);
    return entries.map((entry) => saved.find(({ id }) => id === entry.id) ?? entry);
  } catch (error) {
    throw error instanceof ProblemError ? namingKeys(error, changes) : error;
  }
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

/** The same with `entries.1.value` said by the key of the second change. */
function namingKeys(error: ProblemError, changes: ConfigChange[]): ProblemError {
  if (error.errors.length === 0) return error;
  const { status, code, title, detail, requestId } = error;
  const errors = error.errors.map((fault) => {
    const [, place] = /^entries\.(\d+)\.value\b/.exec(fault.field) ?? [];
    return { ...fault, field: changes[Number(place)]?.entry.key ?? fault.field };
  });
  return new ProblemError(status, { code, title, detail, requestId, errors });
}
