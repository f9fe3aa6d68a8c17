/** What the visitor's script says when a session has ended by itself; a page in another language brings its own words. */
export const EXPIRED = 'Your session has expired so you have been automatically logged out.';
