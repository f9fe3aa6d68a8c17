/**
 * The specification's numbers that scripts read, and those of the visitor's script that go with them. Times are in
 * milliseconds, widths in pixels. Those that stand in CSS, which no script reads, are held by limits.dom.test.ts.
 * Numbers and texts alone: the bundler writes them where they are used, and no visitor waits for a file of them.
 */

/** Loading that takes no longer shows no sign of it: a flicker is worse than a short wait. */
export const LOADING_DELAY = 200;
/** A position is kept once scrolling has rested for so long. */
export const SCROLL_REST = 150;
/** How far from the view a part of the page wakes, and an image loads, as an observer's margin. */
export const WAKE_MARGIN = '300px';

/** A session is renewed after this part of what is left of it … */
export const RENEWAL_SHARE = 1 / 4;
/** … and after so long at the latest. */
export const LONGEST_RENEWAL = 600_000;

/** Up to this width a background's video is not shown, and its image for phones is. */
export const PHONE_WIDTH = 640;
export const MAX_COLUMNS = 6;
/** The width of each size of an image, which is also the widest container that it is for; xl is for what is wider. */
export const IMAGE_XS = 128;
export const IMAGE_SM = 256;
export const IMAGE_MD = 512;
export const IMAGE_LG = 1024;
export const IMAGE_XL = 2048;

/** Until the region that says a new page's title has been noticed itself. */
export const ANNOUNCE_DELAY = 100;
/** The pointer rests on a link that is meant. */
export const HOVER_INTENT = 65;
/** How long a page that was loaded ahead is taken for fresh. */
export const PREFETCH_LIFE = 10_000;
/** The most that a page waits to be shown for its stylesheet. */
export const STYLESHEET_WAIT = 3_000;
/** The most that a part waits for the browser to have nothing else to do. */
export const IDLE_WAIT = 3_000;
/** The same where the browser does not tell. */
export const IDLE_GUESS = 200;
