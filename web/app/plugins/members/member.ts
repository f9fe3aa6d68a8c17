/** Who looks at the page, as content tells the plugins for members. */
import type { PluginInstance } from '../../page/types.ts';

export interface MemberData {
  isLoggedIn: boolean;
  isRegistrationOpen: boolean;
}

/** A plugin that was created a moment ago has no data until it is saved: it shows what strangers get. */
export function memberData(plugin: PluginInstance): MemberData {
  const data = plugin.data as Partial<MemberData> | undefined;
  return { isLoggedIn: data?.isLoggedIn === true, isRegistrationOpen: data?.isRegistrationOpen ?? !data };
}
