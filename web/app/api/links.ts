/** What the link checker finds, and mending it. */
import {
  linksReplace,
  linksUndo,
  type ReplacementIn,
  type ReplacementOut,
  type Skipped,
  type UndoOut,
} from './generated/index.ts';

/** Start of the key of every query for links: invalidate by it. */
export const linksKey = [{ tags: ['links'] }];

/** What came of a replacement, or of taking one back. */
export interface Fix {
  fixId: string;
  /** In how many places. */
  changed: number;
  skipped: Skipped[];
  /** Why it stopped before the end. What was done until then stays, and can be taken back. */
  failure?: unknown;
}

/** Replaces an address wherever it stands; the service does some pages at a time. Throws ProblemError if nothing is done. */
export async function replaceLink(id: string, where: Omit<ReplacementIn, 'fixId'>): Promise<Fix> {
  let fix: Fix | undefined;
  for (;;) {
    let data: ReplacementOut;
    try {
      ({ data } = await linksReplace({ path: { id }, body: { ...where, fixId: fix?.fixId } }));
    } catch (failure) {
      if (!fix) throw failure;
      return { ...fix, failure };
    }
    fix = {
      fixId: data.fixId,
      changed: (fix?.changed ?? 0) + data.changed,
      skipped: [...(fix?.skipped ?? []), ...data.skipped],
    };
    if (data.remaining === 0) return fix;
  }
}

/** What came of taking a replacement back. */
export type Restored = Pick<Fix, 'changed' | 'skipped'>;

/** Puts back what was replaced, except where it was changed since; the service does some pages at a time. Throws ProblemError. */
export async function undoFix(id: string): Promise<Restored> {
  const done: Restored = { changed: 0, skipped: [] };
  let start: number | null = 0;
  while (start !== null) {
    const { data }: { data: UndoOut } = await linksUndo({ path: { id }, query: { start } });
    done.changed += data.changed;
    done.skipped.push(...data.skipped);
    start = data.next;
  }
  return done;
}
