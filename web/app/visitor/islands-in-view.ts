const MARGIN = '300px';
const EARLY = ['submit', 'click'];

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
        wake(target as HTMLElement, () => load(address));
      }
    },
    { rootMargin: MARGIN },
  );
  for (const island of document.querySelectorAll('[data-island]')) observer.observe(island);
}

/**
 * What is pressed before the island is awake is done once it is, each thing once; until then it shows as busy. Where it
 * could not be woken, the next press tries again.
 */
function wake(island: HTMLElement, load: () => Promise<IslandsBundle>): void {
  const pressed = new Set<HTMLElement>();
  let isWaking = false;
  const attempt = async () => {
    isWaking = true;
    try {
      await (await load()).hydrate(island);
      for (const type of EARLY) island.removeEventListener(type, keep, true);
    } catch (error) {
      pressed.clear();
      console.error('A part of the page could not be woken.', error);
    }
    isWaking = false;
    island.removeAttribute('aria-busy');
    for (const element of pressed) press(element);
  };
  const keep = (event: Event) => {
    const element = event.target as HTMLElement;
    const found = event.type === 'submit' ? element : element.closest<HTMLElement>('button[type="button"]');
    if (!found) return;
    event.preventDefault();
    // React, which may be waking the island just now, would deal with it too.
    event.stopImmediatePropagation();
    pressed.add(found);
    island.setAttribute('aria-busy', 'true');
    if (!isWaking) void attempt();
  };
  for (const type of EARLY) island.addEventListener(type, keep, true);
  void attempt();
}

function press(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

function importBundle(address: string): Promise<IslandsBundle> {
  return import(/* @vite-ignore */ address);
}
