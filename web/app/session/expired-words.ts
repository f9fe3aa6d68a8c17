/** What is said when a session has ended by itself. */
export const EXPIRED = 'Your session has expired so you have been automatically logged out.';
