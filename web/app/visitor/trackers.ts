/** Loads what others count and show on pages, as far as the visitor has agreed to it. Only on sites that have such. */
import type { TrackerCategory } from '../page/types.ts';
import { type Consent, readConsent, refusesAll, writeConsent } from './consent.ts';
import { PrivacyDialog } from './privacy-dialog.ts';
import { agreeToShopEvents, awaitTracker } from './shop-events.ts';

interface TrackerElement {
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

interface Tracker {
  id: string;
  /** Or on those alone that name it. */
  isOnAllPages: boolean;
  category: TrackerCategory | 'necessary';
  place: 'head' | 'body';
  elements: TrackerElement[];
}

/** Given by who loads this: imported by both, it would be a file of its own that every visitor loads. */
type TrackersOfPage = (page: Document) => string[];

/**
 * Loads what may be loaded, and asks where somebody has not decided yet. Who has the browser say that they are not to be
 * tracked is not asked, and gets what is necessary alone.
 */
export async function startTrackers(version: string, trackersOfPage: TrackersOfPage): Promise<void> {
  const isHere = ({ id, isOnAllPages }: Tracker) => isOnAllPages || trackersOfPage(document).includes(id);
  const dialog = PrivacyDialog.find();
  const loaded = new Set<Tracker>();
  const load = (trackers: readonly Tracker[], consent: Consent) => {
    for (const tracker of trackers) {
      if (loaded.has(tracker) || !isHere(tracker) || !isAllowed(tracker, consent)) continue;
      loaded.add(tracker);
      for (const declared of tracker.elements) {
        const element = elementOf(declared);
        awaitTracker(element);
        document[tracker.place].append(element);
      }
      if (isCounting(tracker)) agreeToShopEvents();
    }
  };
  let consent = refusesAll() ? {} : readConsent();
  let trackers: readonly Tracker[] = [];
  // What is decided counts though the trackers have not come yet, or never come.
  dialog?.listen((decided) => {
    const before = readConsent();
    writeConsent(decided);
    consent = refusesAll() ? {} : decided;
    // What runs cannot be taken back; a page without it can be had.
    if (dialog.categories.some((category) => before[category] && !decided[category])) location.reload();
    else load(trackers, consent);
  });
  trackers = await fetchTrackers(version);
  const arrive = () => {
    load(trackers, consent);
    if (!dialog || dialog.isOpen || refusesAll()) return;
    // Nobody is asked for the sake of a page that they have not come to.
    const wanted = trackers.filter(isHere);
    if (wanted.some(({ category }) => category !== 'necessary' && consent[category] === undefined))
      dialog.open(false);
  };
  arrive();
  addEventListener('pagewright:navigated', arrive);
}

function isAllowed({ category }: Tracker, consent: Consent): boolean {
  return category === 'necessary' || consent[category] === true;
}

const isCounting = ({ category }: Tracker) => category === 'statistics' || category === 'marketing';

async function fetchTrackers(version: string): Promise<Tracker[]> {
  const answer = await fetch(`/cms/site/trackers?v=${encodeURIComponent(version)}`);
  if (!answer.ok) throw new Error(`The trackers were answered with ${answer.status}.`);
  return (await answer.json()).trackers;
}

/** A script that a parser made would not run; one that is made here does, in the order of the snippet. */
function elementOf({ tag, attributes, text }: TrackerElement): HTMLElement {
  const element = document.createElement(tag);
  if (element instanceof HTMLScriptElement) element.async = 'async' in attributes;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
