/** Where two texts differ, word by word. */
import { diffArrays } from 'diff';

export interface Part {
  kind: 'both' | 'mine' | 'theirs';
  text: string;
}

/** With more differing words than this the texts are shown whole: nobody would read such a mixture, or wait for it. */
const MOST_DIFFERENCES = 1_000;

export function differences(mine: string, theirs: string): Part[] {
  const changes = diffArrays(words(mine), words(theirs), { maxEditLength: MOST_DIFFERENCES });
  if (!changes) {
    return [
      { kind: 'mine', text: mine },
      { kind: 'theirs', text: theirs },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'theirs' : removed ? 'mine' : 'both',
    text: value.join(''),
  }));
}

function words(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}
