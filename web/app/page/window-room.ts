/** The room of a window, with the widths of templates that say none. Apart from rooms.ts: islands without images need no more. */
export const WINDOW = 'look:1120:1376';
