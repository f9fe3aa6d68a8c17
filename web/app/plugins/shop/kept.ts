/** What a tab keeps of a visit to the till, also when it is reloaded. Nothing of it is about cards. */

/** Where the browser keeps nothing, until the page is left. */
const unkept = new Map<string, string>();

const PREFIX = 'pagewright-till-';

export function kept<Value>(name: string): Value | undefined {
  const text = unkept.get(name) ?? stored(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(PREFIX + name, text);
    unkept.delete(name);
  } catch {
    // A private window of some browsers, or a full store.
    unkept.set(name, text);
  }
}

export function forget(name: string): void {
  unkept.delete(name);
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Where nothing is kept there is nothing to forget.
  }
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
