/** What a view is told of the headings above it. How they are found, in headings-in.ts, visitors do not load. */
export interface HeadingsAbove {
  /** The level of the last heading above it on the page; 0 where there is none. */
  headingAbove: number;
  /** Whether an h1 stands above it, or is written below it. */
  hasOtherTitle: boolean;
}

/** Where nothing is known of what stands above. */
export const NOTHING_ABOVE: HeadingsAbove = { headingAbove: 0, hasOtherTitle: false };

/** The level of headings below the one that stands above: never one that skips a level, and none beside the page's title. */
export const levelBelow = (headingAbove: number): number => Math.min(Math.max(headingAbove + 1, 2), 6);

/**
 * The level of the headings within a view: below its own, or below what stands above it where it has none. Its own is an
 * h2 wherever it stands: it begins a part of the page, and what follows it is beside it, not below it.
 */
export const levelWithin = (heading: string | undefined, headingAbove: number): number =>
  heading ? 3 : levelBelow(headingAbove);
