/** A subject in Liquid as a list shows it: without its conditions, and each of its variables on one line. */
export const subjectInShort = (subject: string): string =>
  subject
    .replaceAll(/\{%[^%]*%\}/g, '')
    .replaceAll(
      /\{\{-?\s*([^}]*?)\s*-?\}\}/g,
      (_, name: string) => `{{\u00a0${name.replaceAll(' ', '\u00a0')}\u00a0}}`,
    )
    .trim();
