/** 128 random bits as text, which nobody else has. Not crypto.randomUUID: over plain http browsers have none. */
export function newKey(): string {
  const words = [...crypto.getRandomValues(new Uint32Array(4))];
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}
