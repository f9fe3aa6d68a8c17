/** Which of several things are meant by what was typed, the likeliest first. Pure. */

export interface Named {
  label: string;
  /** Other words for it. */
  keywords?: string;
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Each word that was typed begins a word of the label or of the keywords; null where one does not. The less the better. */
function rankOf({ label, keywords = '' }: Named, typed: string[]): number | null {
  const own = wordsOf(label);
  const other = wordsOf(keywords);
  let rank = 0;
  for (const word of typed) {
    const place = own.findIndex((each) => each.startsWith(word));
    if (place >= 0) rank += place;
    else if (other.some((each) => each.startsWith(word))) rank += 10;
    else return null;
  }
  return rank;
}

/** All where nothing was typed; those of one rank stay in their order. */
export function matching<T extends Named>(all: readonly T[], query: string): T[] {
  const typed = wordsOf(query);
  return all
    .map((one) => ({ one, rank: rankOf(one, typed) }))
    .filter((each): each is { one: T; rank: number } => each.rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ one }) => one);
}
