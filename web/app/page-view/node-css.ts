import { PHONE_WIDTH } from '../limits.ts';
import { resolveFields } from '../page/node-fields.ts';
import type { Background, Id, Page, ShownFiles, Site } from '../page/types.ts';
import { addressOf, type SizeName } from '../plugins/images/variants.ts';
import { isSafeAddress } from '../plugins/rich-text/addresses.ts';
import { LIGHT_RULE } from './dark-mode.ts';
import { colourDeclarations, isColoured, PRINTED } from './node-colours.ts';

type Declarations = Record<string, string>;

/**
 * The rules of a page's nodes: their backgrounds and transition names. Values are typed by editors: each must
 * be of a harmless shape to be printed, and no value can end its declaration, its rule or the style element.
 */
export function nodeCss(page: Page, { followsDarkMode }: Pick<Site, 'followsDarkMode'>): string {
  let css = followsDarkMode ? '' : LIGHT_RULE;
  const coloured: string[] = [];
  const painted: string[] = [];
  for (const [nodeId, levels] of Object.entries(page.nodeFields)) {
    const fields = resolveFields(levels);
    const isAllowed = fields.allowBackground !== false;
    if (isColoured(fields)) coloured.push(selectorOf(nodeId));
    const shown = isAllowed ? fields : {};
    const own = declarations(page, shown);
    if (Object.keys(own).length > 0) painted.push(selectorOf(nodeId));
    css += rules(page, nodeId, shown, own, fields.transitionName);
  }
  return css + inheriting(coloured) + onPaper(painted);
}

/** Backgrounds are not printed: text that is light for theirs, or cut out of them, would not be there. */
function onPaper(selectors: readonly string[]): string {
  return selectors.length ? `@media print{${rule(selectors.join(), PAPER)}}` : '';
}

const PAPER: Declarations = { background: 'none', 'text-shadow': 'none', ...PRINTED };

/** Headings and links take the text's colour, where a template gives them one by their tag alone. */
function inheriting(selectors: readonly string[]): string {
  return selectors.length ? `:where(${selectors.join()}) :is(h1,h2,h3,h4,h5,h6,a){color:inherit}` : '';
}

function selectorOf(nodeId: Id): string {
  return `[data-node=${cssString(nodeId)}]`;
}

function rules(
  page: Page,
  nodeId: Id,
  fields: Background,
  own: Declarations,
  transitionName?: string,
): string {
  const selector = selectorOf(nodeId);
  const always = {
    ...own,
    ...colourDeclarations(page, nodeId, fields),
    ...transition(transitionName),
  };
  let css = rule(selector, always);
  const phoneImage = phoneImageOf(page, fields);
  if (phoneImage)
    css += `@media (max-width:${PHONE_WIDTH}px){${rule(selector, { 'background-image': phoneImage })}}`;
  if (fields.backgroundParallax && fields.backgroundImage) {
    const parallax = rule(selector, { 'background-attachment': 'fixed' });
    // Phones redraw fixed backgrounds badly, and some people are made ill by them.
    css += `@media (hover:hover) and (prefers-reduced-motion:no-preference){${parallax}}`;
  }
  return css;
}

/** Phones get an image of their own, or a smaller size of the other one. */
function phoneImageOf({ files }: Page, fields: Background): string | undefined {
  const { backgroundImage, backgroundMobileImage } = fields;
  if (backgroundMobileImage) return sizedUrl(files, backgroundMobileImage, 'lg');
  return backgroundImage && files?.[backgroundImage]?.hasSizes
    ? sizedUrl(files, backgroundImage, 'lg')
    : undefined;
}

/** A file of the library in a size, any other address as it is; nothing of a file that is gone. */
function sizedUrl(files: ShownFiles | undefined, address: string, size: SizeName): string | undefined {
  const file = files?.[address];
  return cssUrl(file ? addressOf(file, size) : file === null ? undefined : address);
}

function declarations({ files }: Page, fields: Background): Declarations {
  const found: Declarations = {};
  const set = (property: string, value: string | undefined) => {
    if (value) found[property] = value;
  };
  set('color', plainValue(fields.backgroundTextColour));
  set('text-shadow', plainValue(fields.backgroundTextShadow));
  set('background-color', plainValue(fields.backgroundColour));
  const image = fields.backgroundImage && sizedUrl(files, fields.backgroundImage, 'xl');
  if (image) {
    set('background-image', image);
    set('background-size', 'cover');
    const focus = files?.[fields.backgroundImage ?? '']?.focalPoint;
    const x = plainValue(fields.backgroundMaskPositionX) ?? placeOf(focus?.x);
    const y = plainValue(fields.backgroundMaskPositionY) ?? placeOf(focus?.y);
    set('background-position', `${x} ${y}`);
  }
  if (fields.backgroundMaskText && (image || found['background-color'])) {
    set('background-clip', 'text');
    set('color', 'transparent');
  }
  return found;
}

/** What has to be seen of an image, from its beginning. */
function placeOf(share = 0.5): string {
  return share === 0.5 ? 'center' : `${Math.round(share * 100)}%`;
}

function transition(name: string | undefined): Declarations {
  return name && /^[a-z][\w-]{0,63}$/i.test(name) ? { 'view-transition-name': name } : {};
}

function rule(selector: string, found: Declarations): string {
  const body = Object.entries(found).map(([property, value]) => `${property}:${value}`);
  return body.length ? `${selector}{${body.join(';')}}` : '';
}

const FUNCTIONS = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var'.split(' '),
);

/** Colours, lengths, shadows: words, numbers, commas, and functions that cannot fetch anything. */
function plainValue(value: string | undefined): string | undefined {
  if (!value || value.length > 200 || !/^[\w\s#%.,()/+-]+$/.test(value)) return undefined;
  for (const [, name = ''] of value.matchAll(/([\w-]*)\(/g)) {
    if (!FUNCTIONS.has(name.toLowerCase())) return undefined;
  }
  let depth = 0;
  for (const character of value) {
    if (character === '(') depth += 1;
    if (character === ')' && --depth < 0) return undefined;
  }
  return depth === 0 ? value.trim() : undefined;
}

function cssUrl(address: string | undefined): string | undefined {
  return address && isSafeAddress(address) ? `url(${cssString(address)})` : undefined;
}

/** A CSS string. Everything that could end the string or the style element is written as an escape. */
function cssString(text: string): string {
  const escaped = text.replace(/["'\\<>\u0000-\u001f\u007f]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(16)} `;
  });
  return `"${escaped}"`;
}
