/** The address that a title suggests. The service cleans and checks what is sent; this only proposes. */

const REFUSED = /[?#\\/%<>"`“”.,;:!()[\]{}|^~*&=+@$]+/g;
/** Inside of a word; it goes without a trace. */
const APOSTROPHES = /['’]/g;

/** `  Über uns & mehr ` → `/über-uns-mehr`. Letters of every script stay; empty for an empty title. */
export function addressFrom(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLocaleLowerCase('en-GB')
    .replace(APOSTROPHES, '')
    .replace(REFUSED, ' ')
    .replace(/\p{C}+/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 200)
    .replace(/^[-_]+|[-_]+$/g, '');
  return slug && `/${slug}`;
}
