/** Links that are drawn as buttons: classes, which templates style and the server lets through. */

export type LinkLook = 'text' | 'button' | 'outline';

const CLASSES: Record<LinkLook, readonly string[]> = {
  text: [],
  button: ['button'],
  outline: ['button', 'button-outline'],
};

const words = (classes: string | null | undefined) => (classes ?? '').split(/\s+/).filter(Boolean);

/** How a link of these classes is drawn. */
export function lookOf(classes: string | null | undefined): LinkLook {
  const names = words(classes);
  if (!names.includes('button')) return 'text';
  return names.includes('button-outline') ? 'outline' : 'button';
}

/** The classes of a link that is drawn like this, with those that it has besides; null for none. */
export function classesFor(look: LinkLook, classes: string | null | undefined): string | null {
  const others = words(classes).filter((name) => !CLASSES.outline.includes(name));
  return [...CLASSES[look], ...others].join(' ') || null;
}
