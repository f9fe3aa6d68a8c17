/** The key that a label or a name suggests: `First name` → `firstName`. Empty where it has no letter that a key can have. */
export function keyFrom(label: string): string {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');
  // Names that look like numbers come first in an object, wherever they are put.
  return joined.replace(/^(?=[0-9])/, 'n').slice(0, 60);
}
