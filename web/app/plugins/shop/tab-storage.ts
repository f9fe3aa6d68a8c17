/**
 * What a tab keeps of a visit to the till, also when it is reloaded. Nothing of it is about cards. What a member has left
 * is gone once they are logged out, here or in another tab, or once somebody else is logged in: it has their address.
 */
import { readStoredClaims } from '../../session/claims.ts';

/** Where the browser keeps nothing, until the page is left. */
const inMemory = new Map<string, string>();

const PREFIX = 'pagewright-till-';
/** The member whose it is; without one it is a guest's, who takes it along when they log in. */
const WHOSE = 'whose';

export function loadFromTab<Value>(name: string): Value | undefined {
  clearOfOtherMember();
  return read<Value>(name);
}

export function saveInTab(name: string, value: unknown): void {
  clearOfOtherMember();
  write(name, value);
}

/** Forgets all that another member has left in the tab; whether there was such. */
export function clearOfOtherMember(): boolean {
  const whose = read<string>(WHOSE);
  const who = memberHere();
  const isOfAnother = whose !== undefined && whose !== who;
  if (isOfAnother) clearAll();
  if (who !== undefined && who !== whose) write(WHOSE, who);
  return isOfAnother;
}

/** Calls back once what was kept was another member's, who has left in another tab or before the browser's way back. */
export function onCleared(callback: () => void): () => void {
  const look = () => {
    if (clearOfOtherMember()) callback();
  };
  addEventListener('storage', look);
  addEventListener('pageshow', look);
  return () => {
    removeEventListener('storage', look);
    removeEventListener('pageshow', look);
  };
}

export function clear(name: string): void {
  inMemory.delete(name);
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Where nothing is kept there is nothing to forget.
  }
}

function clearAll(): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing is kept there is nothing to forget.
  }
}

/** Claims that ran out count until the session is known to be over: it may yet be renewed. */
const memberHere = (): string | undefined => readStoredClaims()?.sub || undefined;

function read<Value>(name: string): Value | undefined {
  const text = inMemory.get(name) ?? stored(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(PREFIX + name, text);
    inMemory.delete(name);
  } catch {
    // A private window of some browsers, or a full store.
    inMemory.set(name, text);
  }
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
