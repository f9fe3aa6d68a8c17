/** Start of the key of every query for redirects and missing addresses: invalidate by it. */
export const urlMapsKey = [{ tags: ['url_maps'] }];
