import type { TrackerCategory } from '../page/types.ts';

/** What somebody has decided, by category; nothing of what they have not been asked about. */
export type Consent = Partial<Record<TrackerCategory, boolean>>;

const KEY = 'pagewright-consent';
/** After a year it is asked for anew. */
const LIFE = 365 * 24 * 60 * 60 * 1000;

/** Whether the browser says for its user that they do not want to be tracked. */
export function refusesAll(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** What was decided on this device; nothing that is too long ago, or cannot be read. */
export function readConsent(now: number = Date.now()): Consent {
  try {
    const { at, choices } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return now - at < LIFE ? choices : {};
  } catch {
    return {};
  }
}

export function writeConsent(choices: Consent, now: number = Date.now()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: now, choices }));
  } catch {
    // Without storage it holds for this page, and the next one asks again.
  }
}
