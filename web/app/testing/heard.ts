/** For tests: what is read out. */

/** The words that a screen reader is given, as they come, in all regions of the page. */
export function listen(): string[] {
  const heard: string[] = [];
  new MutationObserver((changes) => {
    const regions = new Set(
      changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          'main [aria-live], main [role="status"]',
        ),
      ),
    );
    for (const region of regions) if (region?.textContent?.trim()) heard.push(region.textContent);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  return heard;
}
