const MARGIN = '300px';

interface IslandsBundle {
  hydrate: (island: HTMLElement) => Promise<void>;
}

/**
 * Wakes each interactive part of the page when it comes near the view. The bundle that has React is only loaded
 * for the first of them; the server names it on #page, so that pages without islands know nothing of it.
 */
export function watchIslands(load: (address: string) => Promise<IslandsBundle> = importBundle): void {
  const address = document.getElementById('page')?.dataset.islands;
  if (!address) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        load(address)
          .then((bundle) => bundle.hydrate(target as HTMLElement))
          .catch((error) => console.error('A part of the page could not be woken.', error));
      }
    },
    { rootMargin: MARGIN },
  );
  for (const island of document.querySelectorAll('[data-island]')) observer.observe(island);
}

function importBundle(address: string): Promise<IslandsBundle> {
  return import(/* @vite-ignore */ address);
}
