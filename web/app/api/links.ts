/** What the link checker finds, and mending it. */
import {
  linksReplace,
  linksUndo,
  type ReplacementIn,
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
}

/** Replaces an address wherever it stands; the service does some pages at a time. Throws ProblemError. */
export async function replaceLink(id: string, where: Omit<ReplacementIn, 'fixId'>): Promise<Fix> {
  let fix: Fix | undefined;
  for (;;) {
    const { data } = await linksReplace({ path: { id }, body: { ...where, fixId: fix?.fixId } });
    fix = {
      fixId: data.fixId,
      changed: (fix?.changed ?? 0) + data.changed,
      skipped: [...(fix?.skipped ?? []), ...data.skipped],
    };
    if (data.remaining === 0) return fix;
  }
}

/** Puts back what was replaced, except where it was changed since; the service does some pages at a time. Throws ProblemError. */
export async function undoFix(id: string): Promise<Omit<Fix, 'fixId'>> {
  const done: Omit<Fix, 'fixId'> = { changed: 0, skipped: [] };
  let start: number | null = 0;
  while (start !== null) {
    const { data }: { data: UndoOut } = await linksUndo({ path: { id }, query: { start } });
    done.changed += data.changed;
    done.skipped.push(...data.skipped);
    start = data.next;
  }
  return done;
}
