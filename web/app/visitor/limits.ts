/** How long the visitor's script waits for what, and how far it looks ahead: times in milliseconds. */

/** Loading that takes no longer shows no sign of it. */
export const LOADING_DELAY = 200;
/** A position is kept once scrolling has rested for so long. */
export const SCROLL_REST = 150;
/** How far from the view a part of the page wakes, as an observer's margin. */
export const WAKE_MARGIN = '300px';
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
