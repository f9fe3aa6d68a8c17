/** Says how much a list has found, for those who do not see it: once for each search, filter or page that was asked for. */
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

export interface Found {
  /** Index of the first row shown. */
  start: number;
  size: number;
  total: number;
}

interface FoundCountProps {
  /** What the list was asked for: said anew when it changes. The first of all is read with the screen. */
  asked: unknown;
  /** Undefined while it is on its way. */
  found: Found | undefined;
}

/** Undefined also while the answer to what was asked before stands in for the one on its way. */
export function foundBy<Data>(
  { data, isPlaceholderData }: { data: Data | undefined; isPlaceholderData: boolean },
  found: (data: Data) => Found,
): Found | undefined {
  return data === undefined || isPlaceholderData ? undefined : found(data);
}

/**
 * Stands on the screen from its beginning and stays, also where a list gives way to "Nothing found": a region that comes
 * together with its words is not read out.
 */
export function FoundCount({ asked, found }: FoundCountProps) {
  const question = JSON.stringify(asked);
  const [said, setSaid] = useState({ question: undefined as string | undefined, words: '', count: 0 });
  if (found && question !== said.question) {
    const isFirst = said.question === undefined;
    setSaid({ question, words: isFirst ? '' : foundInWords(found), count: said.count + 1 });
  }
  return (
    <span className="pw-visually-hidden" aria-live="polite">
      {/* Another element also where the words are the same: as a text that stays they would be read out once. */}
      <span key={said.count}>{said.words}</span>
    </span>
  );
}

function foundInWords({ start, size, total }: Found): string {
  const results = plural(total, { one: '# result', other: '# results' });
  if (total === 0) return t`No results`;
  if (total <= size && start === 0) return results;
  return t`${results}, ${Math.min(start + 1, total)} to ${Math.min(start + size, total)} shown`;
}
