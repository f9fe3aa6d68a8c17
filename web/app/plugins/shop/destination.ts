/** Where a basket would go, as far as this tab knows: the basket, its summaries and the till reckon with the same. */
import { useSyncExternalStore } from 'react';
import type { PlaceIn } from '../../api/generated/index.ts';
import { clear, loadFromTab, saveInTab } from './tab-storage.ts';

export interface Destination {
  address?: PlaceIn;
  collects?: boolean;
}

const NAME = 'destination';
const CHANGED = 'pagewright:destination';
const NOWHERE: Destination = {};

let last: { text: string; destination: Destination } = { text: '{}', destination: NOWHERE };

/** The very same object as before where nothing has changed. */
export function readDestination(): Destination {
  const { address, collects } = loadFromTab<Destination>(NAME) ?? NOWHERE;
  const found: Destination = { ...(address?.country && { address }), ...(collects && { collects }) };
  const text = JSON.stringify(found);
  if (text !== last.text) last = { text, destination: found };
  return last.destination;
}

export function changeDestination(destination: Destination): void {
  saveInTab(NAME, destination);
  dispatchEvent(new Event(CHANGED));
}

export function clearDestination(): void {
  clear(NAME);
  dispatchEvent(new Event(CHANGED));
}

function onChange(callback: () => void): () => void {
  const names = [CHANGED, 'storage', 'pageshow'];
  for (const name of names) addEventListener(name, callback);
  return () => {
    for (const name of names) removeEventListener(name, callback);
  };
}

/** Nowhere on the server and until the page is awake: only the tab knows. */
export const useDestination = (): Destination =>
  useSyncExternalStore(onChange, readDestination, () => NOWHERE);
