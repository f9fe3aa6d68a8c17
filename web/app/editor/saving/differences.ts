/** Where two texts differ, word by word: the longest common run of words stays, the rest is one side's. */

export interface Part {
  kind: 'both' | 'mine' | 'theirs';
  text: string;
}

/** Above this many words to compare with each other, the differing middle is shown whole. */
const MOST_CELLS = 1_000_000;

export function differences(mine: string, theirs: string): Part[] {
  const one = words(mine);
  const other = words(theirs);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const middle = aligned(one.slice(start, one.length - end), other.slice(start, other.length - end));
  return joined([
    { kind: 'both', text: one.slice(0, start).join('') },
    ...middle,
    { kind: 'both', text: one.slice(one.length - end).join('') },
  ]);
}

function words(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

/** Longest common subsequence by the usual table. */
function aligned(one: string[], other: string[]): Part[] {
  if (one.length * other.length > MOST_CELLS) {
    return [
      { kind: 'mine', text: one.join('') },
      { kind: 'theirs', text: other.join('') },
    ];
  }
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: Part[] = [];
  let row = 0;
  let column = 0;
  while (row < one.length || column < other.length) {
    if (row < one.length && column < other.length && one[row] === other[column]) {
      parts.push({ kind: 'both', text: one[row] ?? '' });
      row += 1;
      column += 1;
    } else if (column >= other.length || (row < one.length && at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'mine', text: one[row] ?? '' });
      row += 1;
    } else {
      parts.push({ kind: 'theirs', text: other[column] ?? '' });
      column += 1;
    }
  }
  return parts;
}

function joined(parts: Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
