import { IDLE_GUESS, IDLE_WAIT, WAKE_MARGIN } from '../limits.ts';

interface IslandsBundle {
  hydrate: (island: HTMLElement) => Promise<void>;
}

interface ScriptFile {
  default: (element: HTMLElement) => void;
}

/** What wakes: a view that React takes up, or an element that a plugin's own script deals with. */
const PARTS = '[data-island],[data-script]';

/** An island that is not interactive yet. */
interface Sleeper {
  /** What was pressed in it meanwhile. */
  pressed: Set<HTMLElement>;
  isWaking: boolean;
}

/**
 * Wakes each interactive part of a page when its plugin wants it: when it comes near the view, when the browser has
 * nothing else to do, or when something in it is pressed. The bundle that has React is only loaded for the
 * first of them; the server names it on #page, so that pages without islands know nothing of it. Returns what looks
 * for islands anew, to be called when another page is shown.
 *
 * What is pressed before an island is awake is done once it is, each thing once; until then it shows as busy. Where it
 * could not be woken, the next press tries again. Presses are heard by the document from the start: the browser tells
 * of what comes into view only some frames after a page is shown, and people are faster.
 */
export function wakeIslands(
  root: Document | HTMLElement = document,
  load: (address: string) => Promise<IslandsBundle> = importFile,
  loadScript: (address: string) => Promise<ScriptFile> = importFile,
): () => void {
  const sleepers = new WeakMap<HTMLElement, Sleeper>();
  const awake = new WeakSet<HTMLElement>();

  async function wake(island: HTMLElement): Promise<void> {
    const script = island.dataset.script;
    const page = root.querySelector<HTMLElement>('#page');
    const bundle = page?.dataset.islands;
    const sleeper = sleeperIn(island);
    if (!(script || bundle) || sleeper.isWaking || awake.has(island)) return;
    sleeper.isWaking = true;
    let act = press;
    try {
      if (script) (await loadScript(script)).default(island);
      else {
        for (const part of [page, island]) preload(bundle as string, part?.dataset.files);
        await (await load(bundle as string)).hydrate(island);
      }
      awake.add(island);
    } catch (error) {
      console.error('Part of the page not woken.', error);
      act = sendWithoutScript;
    }
    sleeper.isWaking = false;
    island.removeAttribute('aria-busy');
    const pressed = [...sleeper.pressed];
    sleeper.pressed.clear();
    for (const element of pressed) act(element);
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
    const island = found?.closest<HTMLElement>(PARTS);
    if (!found || !island || awake.has(island)) return;
    event.preventDefault();
    // React, which may be waking the island just now, would deal with it too.
    event.stopImmediatePropagation();
    sleeperIn(island).pressed.add(found);
    island.setAttribute('aria-busy', 'true');
    void wake(island);
  }

  function watch(): void {
    const parts = [...root.querySelectorAll<HTMLElement>(PARTS)];
    const islands = parts.filter(({ dataset }) => !dataset.wake || dataset.wake === 'visible');
    const idle = parts.filter(({ dataset }) => dataset.wake === 'idle');
    if (idle.length > 0) whenIdle(() => idle.forEach((part) => void wake(part)));
    if (islands.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          void wake(target as HTMLElement);
        }
      },
      { rootMargin: WAKE_MARGIN },
    );
    for (const island of islands) observer.observe(island);
  }

  for (const type of ['submit', 'click']) root.addEventListener(type, keep, true);
  watch();
  return watch;
}

const preloaded = new Set<string>();

/** Has the files on their way that lie beside the bundle: else each would be asked for by the one before it. */
function preload(bundle: string, files = ''): void {
  for (const file of files.split(' ')) {
    if (!file || preloaded.has(file)) continue;
    preloaded.add(file);
    const href = bundle.replace(/[^/]*$/, file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

function press(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

/** A form that says how the site is sent it is sent by the browser when its script cannot be had. */
function sendWithoutScript(element: HTMLElement): void {
  if (element instanceof HTMLFormElement && /^(get|post)$/i.test(element.getAttribute('method') ?? ''))
    element.submit();
}

function whenIdle(run: () => void): void {
  // Safari has none.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_WAIT });
  else setTimeout(run, IDLE_GUESS);
}

function importFile<File>(address: string): Promise<File> {
  return import(/* @vite-ignore */ address);
}
