/** The ids of the trackers that a page has of its own, as its head names them. */
export function trackersOfPage(page: Document): string[] {
  const named = page.head.querySelector<HTMLMetaElement>('meta[name="pw-trackers"]');
  return named ? named.content.split(' ') : [];
}
