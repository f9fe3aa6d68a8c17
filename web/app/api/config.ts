/** The site's settings, one entry each. */
import { ifMatch } from './fetch.ts';
import { cmsConfigEntriesListOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type ConfigEntryOut,
  cmsConfigEntriesList,
  cmsConfigEntriesUpdate,
  cmsConfigEntriesUpdateAll,
  ecomConfigEntriesUpdateAll,
} from './generated/index.ts';

export type ConfigEntry = ConfigEntryOut;

/** Start of the keys of the entries and of the site that is made of them: invalidate by it. */
export const configKey = [{ tags: ['config_entries'] }];

export const listConfigOptions = cmsConfigEntriesListOptions;

export async function readConfig(): Promise<ConfigEntry[]> {
  return (await cmsConfigEntriesList()).data;
}

/** ProblemError 412 when somebody else has set it since `entry` was read. */
export async function setConfig(entry: ConfigEntry, value: unknown): Promise<ConfigEntry> {
  const { data } = await cmsConfigEntriesUpdate({
    path: { entry_id: entry.id },
    headers: ifMatch(entry.version),
    body: { value },
  });
  return data;
}

/** An entry as it was read, and what it is to have from now on. */
export interface ConfigChange {
  entry: ConfigEntry;
  value: unknown;
}

/** Gives several entries their values, all of them or none; in the order of the changes. */
export type SetAll = (changes: ConfigChange[]) => Promise<ConfigEntry[]>;

const bodyOf = (changes: ConfigChange[]) => ({
  entries: changes.map(({ entry: { id, version }, value }) => ({ id, version, value })),
});

/** ProblemError 412 when somebody else has set one of them since it was read. */
export const setAllConfig: SetAll = async (changes) =>
  (await cmsConfigEntriesUpdateAll({ body: bodyOf(changes) })).data;

/** As `setAllConfig`, of the shop's settings. */
export const setAllShopConfig: SetAll = async (changes) =>
  (await ecomConfigEntriesUpdateAll({ body: bodyOf(changes) })).data;
