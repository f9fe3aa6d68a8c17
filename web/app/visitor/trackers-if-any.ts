import { trackersOfPage } from './page-trackers.ts';

interface TrackersBundle {
  startTrackers: (version: string, ofPage: typeof trackersOfPage) => Promise<unknown>;
}

/** Loads what others count and show on the page, where the page names the script for it. In a frame nobody is a visitor. */
export function startTrackers(load: (address: string) => Promise<TrackersBundle> = importBundle): void {
  const { trackers, trackersVersion = '' } =
    document.querySelector<HTMLElement>('script[data-trackers]')?.dataset ?? {};
  if (!trackers || window.top !== window) return;
  load(trackers)
    .then((bundle) => bundle.startTrackers(trackersVersion, trackersOfPage))
    .catch((error) => console.error('Trackers not loaded.', error));
}

function importBundle(address: string): Promise<TrackersBundle> {
  return import(/* @vite-ignore */ address);
}
