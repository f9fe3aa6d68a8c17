/** Addresses that editors type or paste. The server checks again; here it is so that nothing odd is ever shown. */

export { completeAddress } from '../../page/field-rules.ts';

/** http(s), mailto, tel, or a place on this site. */
export function isSafeAddress(address: string): boolean {
  // Browsers skip control characters and blanks when they look for the scheme, so they are skipped here too.
  const compact = address.replace(/[\u0000-\u0020\u007f]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(compact)?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme);
}

/** As `isSafeAddress`, for something that is fetched at once. */
export function isSafeImageAddress(address: string): boolean {
  return isSafeAddress(address) && !/^\s*(mailto|tel):/i.test(address);
}
