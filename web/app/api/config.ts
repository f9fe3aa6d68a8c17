/** The site's settings, one entry each. */
import { ifMatch } from './fetch.ts';
import { cmsConfigEntriesListOptions } from './generated/@tanstack/react-query.gen.ts';
import {
  type ConfigEntryOut,
  cmsConfigEntriesList,
  cmsConfigEntriesUpdate,
  ecomConfigEntriesUpdate,
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

/** As `setConfig`, of the shop's settings. */
export async function setShopConfig(entry: ConfigEntry, value: unknown): Promise<ConfigEntry> {
  const { data } = await ecomConfigEntriesUpdate({
    path: { entry_id: entry.id },
    headers: ifMatch(entry.version),
    body: { value },
  });
  return data;
}
