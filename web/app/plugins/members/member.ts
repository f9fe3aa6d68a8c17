/** Who looks at the page, as content tells the plugins for members. */

export interface MemberData {
  isLoggedIn: boolean;
  isRegistrationOpen: boolean;
  /** Whether the site has a shop. */
  hasShop: boolean;
}

/** Returns the data of a visitor: an editor is logged in, and the visitors that the plugin is for are not. */
export const asStranger = (data: unknown) => ({ ...(data as MemberData), isLoggedIn: false });

/** A plugin that was created a moment ago has no data until it is saved: it shows what strangers get. */
export function memberData(data: Partial<MemberData> | undefined): MemberData {
  return {
    isLoggedIn: data?.isLoggedIn === true,
    isRegistrationOpen: data?.isRegistrationOpen ?? !data,
    hasShop: data?.hasShop === true,
  };
}
