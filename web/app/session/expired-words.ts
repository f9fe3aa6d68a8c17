/** What the visitor's script says when a session has ended by itself; a page in another language brings its own words. */
export const EXPIRED = 'Your session has expired so you have been automatically logged out.';
/** Then of a page with a form half-written. */
export const STAYS = 'This page stays as it is until you reload it, so that nothing you typed is lost.';
export const RELOAD = 'Reload the page';
