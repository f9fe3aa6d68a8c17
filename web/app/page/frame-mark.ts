/**
 * How the editor's frame asks for the page itself where browsers do not say that a frame asks: at plain http, except on the
 * machine itself, they send no Sec-Fetch-Dest. The parameter is the last of an address, and stays in none: the host reads
 * nothing else in it, and the canvas takes it out of the frame's location. docs/decisions/0004 tells why.
 */
const MARK = /[?&]pw-frame$/;

/** An address without a fragment, with the mark. */
export const marked = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}pw-frame`;

export const unmarked = (address: string): string => address.replace(MARK, '');

/** Whether an address, or its query alone, has it. */
export const isMarked = (address: string): boolean => MARK.test(address);
