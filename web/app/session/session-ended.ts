/**
 * An event of the document: the session has ended by itself. Who prevents it says so in place, and the page stays as it is.
 */
export const SESSION_ENDED = 'pagewright-session-ended';
