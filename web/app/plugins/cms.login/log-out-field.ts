/** The hidden field by which post.ts tells the form to log out from the one to log in. */
export const LOG_OUT = 'log-out';
