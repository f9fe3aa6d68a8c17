/** What forms that visitors send to their page have in common, on the page, in the browser and on the server. */

/** A condition as the page carries it for the script. */
export interface Condition {
  name: string;
  when: string;
  equals: string;
}

/** Before the names of fields; all else that is sent is the form's own. */
export const PREFIX = 'f-';
/** The field that people do not see, and programs fill in. */
export const TRAP = 'website';
/** The value of a consent that was given. */
export const GIVEN = 'yes';

const MOST_SENT = 999;

/** The names of the fields that are shown, with these answers. */
export function shown(
  questions: readonly Condition[],
  answers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set<string>();
  for (const { name, when, equals } of questions) {
    const given = found.has(when) ? (answers.get(when) ?? []).map((each) => each.trim()) : [];
    const wanted = equals.trim();
    const isMet = wanted ? given.includes(wanted) : given.some(Boolean);
    if (!when || isMet) found.add(name);
  }
  return found;
}

/** What the address says once an instance's form was sent: a number, so that nobody can make pages of endless addresses. */
export function sentMark(id: string): number {
  let mark = 0;
  for (const letter of id) mark = (mark * 31 + (letter.codePointAt(0) ?? 0)) % MOST_SENT;
  return mark + 1;
}
