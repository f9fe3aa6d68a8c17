const MARGIN = '300px';

interface IslandsBundle {
  hydrate: (island: HTMLElement) => Promise<void>;
}

/** An island that is not interactive yet. */
interface Sleeper {
  /** What was pressed in it meanwhile. */
  pressed: Set<HTMLElement>;
  isWaking: boolean;
}

/**
 * Wakes each interactive part of a page when it comes near the view. The bundle that has React is only loaded for the
 * first of them; the server names it on #page, so that pages without islands know nothing of it. Returns what looks
 * for islands anew, to be called when another page is shown.
 *
 * What is pressed before an island is awake is done once it is, each thing once; until then it shows as busy. Where it
 * could not be woken, the next press tries again. Presses are heard by the document from the start: the browser tells
 * of what comes into view only some frames after a page is shown, and people are faster.
 */
export function wakeIslands(
  root: Document | HTMLElement = document,
  load: (address: string) => Promise<IslandsBundle> = importBundle,
): () => void {
  const sleepers = new WeakMap<HTMLElement, Sleeper>();
  const awake = new WeakSet<HTMLElement>();

  async function wake(island: HTMLElement): Promise<void> {
    const address = root.querySelector<HTMLElement>('#page')?.dataset.islands;
    const sleeper = sleeperIn(island);
    if (!address || sleeper.isWaking || awake.has(island)) return;
    sleeper.isWaking = true;
    try {
      await (await load(address)).hydrate(island);
      awake.add(island);
    } catch (error) {
      sleeper.pressed.clear();
      console.error('A part of the page could not be woken.', error);
    }
    sleeper.isWaking = false;
    island.removeAttribute('aria-busy');
    for (const element of sleeper.pressed) press(element);
  }

  function sleeperIn(island: HTMLElement): Sleeper {
    const known = sleepers.get(island);
    if (known) return known;
    const sleeper = { pressed: new Set<HTMLElement>(), isWaking: false };
    sleepers.set(island, sleeper);
    return sleeper;
  }

  function keep(event: Event): void {
    const element = event.target as HTMLElement;
    const found = event.type === 'submit' ? element : element.closest<HTMLElement>('button[type="button"]');
    const island = found?.closest<HTMLElement>('[data-island]');
    if (!found || !island || awake.has(island)) return;
    event.preventDefault();
    // React, which may be waking the island just now, would deal with it too.
    event.stopImmediatePropagation();
    sleeperIn(island).pressed.add(found);
    island.setAttribute('aria-busy', 'true');
    void wake(island);
  }

  function watch(): void {
    const islands = root.querySelectorAll<HTMLElement>('#page[data-islands] [data-island]');
    if (islands.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          void wake(target as HTMLElement);
        }
      },
      { rootMargin: MARGIN },
    );
    for (const island of islands) observer.observe(island);
  }

  for (const type of ['submit', 'click']) root.addEventListener(type, keep, true);
  watch();
  return watch;
}

function press(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

function importBundle(address: string): Promise<IslandsBundle> {
  return import(/* @vite-ignore */ address);
}
