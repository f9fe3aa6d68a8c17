/** Colours that can be read on one another, by WCAG's measure. */
import {
  converter,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  type Rgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn';

// What page/field-rules.ts lets through as a colour, and what luminance is measured in.
const MODES = [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch, modeLrgb];
for (const mode of MODES) registerMode(mode as never);

/** AA for text of any size. */
export const READABLE = 4.5;

const LIGHT_INK = '#ffffff';
/** Softer than black, which is taken where this is not dark enough. */
const DARK_INKS = ['#15211c', '#000000'];

const toRgb = converter('rgb');

/** As it is written and drawn: what is readable before rounding need not be afterwards. */
function inSteps(part: number): number {
  return Math.round(part * 255) / 255;
}

/** Undefined for what is no colour of its own, such as `currentColor`, and for what has another value in each scheme. */
export function readColour(value: string | undefined): Rgb | undefined {
  const colour = value ? toRgb(parse(value)) : undefined;
  if (!colour) return undefined;
  const channel = (part: number) => Math.min(1, Math.max(0, Number.isFinite(part) ? inSteps(part) : 0));
  return {
    mode: 'rgb',
    r: channel(colour.r),
    g: channel(colour.g),
    b: channel(colour.b),
    alpha: channel(colour.alpha ?? 1),
  };
}

/** What is seen of a colour that lies over an opaque one. */
export function over(colour: Rgb, below: Rgb): Rgb {
  const { alpha = 1 } = colour;
  const mix = (part: number, under: number) => inSteps(part * alpha + under * (1 - alpha));
  return {
    mode: 'rgb',
    r: mix(colour.r, below.r),
    g: mix(colour.g, below.g),
    b: mix(colour.b, below.b),
    alpha: 1,
  };
}

export const contrast: (one: Rgb, other: Rgb) => number = wcagContrast;

export function isReadable(ink: Rgb, surface: Rgb): boolean {
  return contrast(ink, surface) >= READABLE;
}

export function isLight(colour: Rgb): boolean {
  return contrast(colour, hex('#000000')) > contrast(colour, hex('#ffffff'));
}

/** Light or dark, whichever is read better on an opaque surface; the one or the other always can be. */
export function inkFor(surface: Rgb): Rgb {
  const dark = DARK_INKS.map(hex);
  if (!isLight(surface)) return hex(LIGHT_INK);
  return dark.find((ink) => isReadable(ink, surface)) ?? (dark.at(-1) as Rgb);
}

/** The ink, with as much of the surface mixed in as leaves it readable there; at most `share`. */
export function softInk(ink: Rgb, surface: Rgb, share: number): Rgb {
  for (let part = share; part > 0.01; part -= 0.05) {
    const soft = over({ ...ink, alpha: 1 - part }, surface);
    if (isReadable(soft, surface)) return soft;
  }
  return ink;
}

/** The surface, with a little of the ink mixed in as long as the ink is readable on it. */
export function tinted(surface: Rgb, ink: Rgb, share: number): Rgb {
  const tint = over({ ...ink, alpha: share }, surface);
  return isReadable(ink, tint) ? tint : surface;
}

export function hex(value: string): Rgb {
  return toRgb(parse(value)) as Rgb;
}

export function toHex(colour: Rgb): string {
  const { r, g, b } = colour;
  return formatHex({ mode: 'rgb', r, g, b });
}
