/** Starts of the keys of all queries for records of one kind: what has changed some of them invalidates by it. */
const keyOf = (tag: string) => [{ tags: [tag] }];

export const blocksKey = keyOf('blocks');
export const layoutsKey = keyOf('layouts');
export const linkedDataKey = keyOf('linked_data');
/** Plugins and where they stand. */
export const pluginsKey = keyOf('plugins');
/** Redirects and missing addresses. */
export const urlMapsKey = keyOf('url_maps');
