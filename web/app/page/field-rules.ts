/**
 * What may be typed into node fields, to tell before saving. The server has the last word: its twin is
 * services/content/content/model/values.py, and tests/vectors/node-fields.json holds the two equal.
 */
const MAX_ADDRESS = 2048;

export const TAG_NAMES: readonly string[] = [
  ...['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure', 'address'],
  ...['ul', 'ol', 'li', 'p', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
];

/** Elements of the host's own: an id of the same name would shadow them. */
const RESERVED_IDS: readonly string[] = ['app', 'page'];

const NUMBER = '[+-]?(?:[0-9]{1,6}(?:\\.[0-9]{1,6})?|\\.[0-9]{1,6})';
const CHANNEL = `(?:none|${NUMBER}(?:%|deg|rad|grad|turn)?)`;
const HEX = '#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})';
const FUNCTION = `(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( ?${CHANNEL}(?: ?[ ,/] ?${CHANNEL}){2,3} ?\\)`;
const COLOUR = `(?:${HEX}|[a-zA-Z]{3,24}|${FUNCTION})`;
const LENGTH = '-?[0-9]{1,4}(?:\\.[0-9]{1,3})?(?:px|em|rem)?';
const SHADOW = `(?:${COLOUR} )?${LENGTH} ${LENGTH}(?: ${LENGTH})?(?: ${COLOUR})?`;
const POSITION = 'left|center|right|top|bottom|-?[0-9]{1,4}(?:\\.[0-9]{1,3})?(?:%|px|em|rem)?';
const MEDIA_START = `(?:https?://[^\\s"'()<>\\\\/]|/(?![/\\\\]))`;

function matching(pattern: string, longest = 200): (value: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`);
  // A dollar sign would let a last line break through.
  return (value) => value.length <= longest && !value.endsWith('\n') && whole.test(value);
}

export function isTagName(value: string): boolean {
  return TAG_NAMES.includes(value);
}

/** A class name or a transition name. */
export const isIdentifier = matching('-?[A-Za-z_][A-Za-z0-9_-]{0,63}');

export function isCssId(value: string): boolean {
  return isIdentifier(value) && !RESERVED_IDS.includes(value);
}

export const isScope = matching('[A-Za-z0-9][A-Za-z0-9:._-]{0,63}');

/** A hex value, a colour's name, or a colour function with numbers. */
export const isColour = matching(COLOUR, 64);

export const isTextShadow = matching(`none|${SHADOW}(?: ?, ?${SHADOW}){0,3}`, 300);

export const isPosition = matching(POSITION);

/** A step of the scale of inner spacing and gaps. */
export const isSpaceStep = matching('none|small|medium|large');

export const isRowWidth = matching('text|wide|full');

/** The address of a picture or video: http(s) or a path, without what could end url("…") in a style rule. */
export const isMediaAddress = matching(`${MEDIA_START}[^\\s"'()<>\\\\\\x00-\\x1f]*`, MAX_ADDRESS);

/** http(s), mailto, tel, a path on this site, an anchor, a query or a relative address; nothing that runs. */
export function isHref(value: string): boolean {
  const href = value.trim();
  if (!href || href.length > MAX_ADDRESS || /[\x00-\x1f\x7f]/.test(href)) return false;
  if (/^(?:\\|\/[/\\])/.test(href)) return false;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(href)?.[1]?.toLowerCase();
  if (scheme) return ['http', 'https', 'mailto', 'tel'].includes(scheme);
  // A colon before the first slash would be read as a scheme by lenient parsers.
  return !/^[^/?#]*:/.test(href);
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL_ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`);

/** An email address in letters that every mail server takes. The service knows more of what a domain may be. */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && EMAIL_ADDRESS.test(value);
}

/** A form somebody typed, made into one that works: `example.com` is meant as a site, `me@example.com` as a person. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?([/?#].*)?$/i.test(address)) return `https://${address}`;
  return address;
}
