/**
 * The colours of what stands on a background of its own: text that is readable on it, and the properties that the
 * default template and the plugins draw with (--ink, --accent, --line …), so that links, headings, borders and cards
 * follow. Computed here for the server and for the editor's canvas alike.
 */
import { resolveFields } from '../page/node-fields.ts';
import { parentOf } from '../page/tree.ts';
import type { Background, Id, NodeFields, Page } from '../page/types.ts';
import { isSafeAddress } from '../plugins/rich-text/addresses.ts';
import {
  contrast,
  hex,
  inkFor,
  isLight,
  isReadable,
  over,
  readColour,
  softInk,
  tinted,
  toHex,
} from './contrast.ts';

type Colour = ReturnType<typeof hex>;
type Declarations = Record<string, string>;

interface Backdrop {
  light: Colour;
  dark: Colour;
}

/** What a page is taken to be painted with behind all nodes: templates have their own, near to these. */
const PAPER: Backdrop = { light: hex('#ffffff'), dark: hex('#101613') };
const FAULTS = ['#b3261e', '#ffb4ab'].map(hex);

/** Whether the node paints something behind its content. */
export function isColoured(fields: Background): boolean {
  if (fields.allowBackground === false || fields.backgroundMaskText) return false;
  return hasPicture(fields) || (readColour(fields.backgroundColour)?.alpha ?? 0) > 0;
}

function hasPicture(fields: Background): boolean {
  const { backgroundImage, backgroundMobileImage, backgroundVideoMp4, backgroundVideoUrl } = fields;
  const pictures = [backgroundImage, backgroundMobileImage, backgroundVideoMp4, backgroundVideoUrl];
  return pictures.some((address) => address && isSafeAddress(address));
}

/** Declarations for a node's element; none where it paints nothing. */
export function colourDeclarations(page: Page, nodeId: Id, fields: Background): Declarations {
  if (!isColoured(fields)) return {};
  const own = readColour(fields.backgroundColour);
  const text = readColour(fields.backgroundTextColour);
  if (own && own.alpha !== 0) {
    const { light, dark } = backdropOf(page, nodeId, own);
    const opaque = (surface: Colour) => palette(text ? over(text, surface) : inkFor(surface), surface);
    return either(opaque(light), opaque(dark));
  }
  // How bright a picture is, nobody has said: a text colour says it; without one it is as on light pages.
  return text ? onPicture(text) : { 'color-scheme': 'light', color: 'var(--ink,CanvasText)' };
}

/**
 * How well the text on a background can be read, in the worse of the schemes that pages have; undefined where that is not
 * known.
 */
export function contrastOn(
  page: Page,
  nodeId: Id,
  fields: Background,
  followsDarkMode: boolean,
): number | undefined {
  const text = readColour(fields.backgroundTextColour);
  const own = readColour(fields.backgroundColour);
  if (!text || !own || !isColoured(fields) || hasPicture(fields)) return undefined;
  const { light, dark } = backdropOf(page, nodeId, own);
  const schemes = followsDarkMode ? [light, dark] : [light];
  return Math.min(...schemes.map((surface) => contrast(over(text, surface), surface)));
}

/** What is seen of a colour where the node stands: over those of the nodes around it, and over the page. */
function backdropOf(page: Page, nodeId: Id, colour: Colour): Backdrop {
  if (colour.alpha === 1) return { light: colour, dark: colour };
  const below = paintedAround(page, nodeId);
  return { light: over(colour, below.light), dark: over(colour, below.dark) };
}

function paintedAround(page: Page, nodeId: Id): Backdrop {
  const layers: Colour[] = [];
  const seen = new Set([nodeId]);
  for (let at = parentOf(page, nodeId); at && !seen.has(at.id); at = parentOf(page, at.id)) {
    seen.add(at.id);
    const levels = page.nodeFields[at.id];
    const fields: NodeFields = levels ? resolveFields(levels) : {};
    const colour = isColoured(fields) ? readColour(fields.backgroundColour) : undefined;
    if (colour) layers.unshift(colour);
    if (colour?.alpha === 1) break;
  }
  return layers.reduce<Backdrop>(
    ({ light, dark }, layer) => ({ light: over(layer, light), dark: over(layer, dark) }),
    PAPER,
  );
}

function palette(ink: Colour, surface: Colour): Declarations {
  const fault = FAULTS.find((colour) => isReadable(colour, surface)) ?? ink;
  const raised = toHex(tinted(surface, ink, 0.06));
  return {
    'color-scheme': isLight(ink) ? 'dark' : 'light',
    color: toHex(ink),
    '--ink': toHex(ink),
    '--ink-soft': toHex(softInk(ink, surface, 0.25)),
    '--accent': toHex(ink),
    '--line': toHex(over({ ...ink, alpha: 0.3 }, surface)),
    '--paper': toHex(surface),
    '--surface': raised,
    '--tint': raised,
    '--pw-fault': toHex(fault),
  };
}

/** In black on white paper, where no background is printed. */
export const PRINTED: Declarations = {
  ...palette(hex('#000000'), PAPER.light),
  '--surface': toHex(PAPER.light),
  '--tint': toHex(PAPER.light),
};

/** On a picture, surfaces are a veil that takes the side against the text. */
function onPicture(text: Colour): Declarations {
  const ink = toHex(text);
  const veil = isLight(text) ? '#000000a6' : '#ffffffd9';
  return {
    'color-scheme': isLight(text) ? 'dark' : 'light',
    color: ink,
    '--ink': ink,
    '--ink-soft': ink,
    '--accent': ink,
    '--line': `color-mix(in srgb,${ink} 40%,transparent)`,
    '--paper': veil,
    '--surface': veil,
    '--tint': veil,
    '--pw-fault': ink,
  };
}

/** One value where both schemes have the same. Without a scheme of its own the node has that of the page. */
function either(light: Declarations, dark: Declarations): Declarations {
  const found: Declarations = {};
  for (const [property, value] of Object.entries(light)) {
    if (value === dark[property]) found[property] = value;
    else if (property !== 'color-scheme') found[property] = `light-dark(${value},${dark[property]})`;
  }
  return found;
}
