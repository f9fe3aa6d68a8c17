/** Colours as people write them. */
import { converter, formatHex, modeHsl, modeRgb, parse, useMode as registerMode } from 'culori/fn';

// Hex values and names, and what is copied from elsewhere: rgb() and hsl().
for (const mode of [modeRgb, modeHsl]) registerMode(mode as never);
const toRgb = converter('rgb');

/** `#rrggbb` of a colour that nothing shines through; undefined for anything else. */
export function hexOf(value: string): string | undefined {
  const colour = toRgb(parse(value.trim()));
  return colour && (colour.alpha ?? 1) === 1 ? formatHex(colour) : undefined;
}

export const isSameColour = (one: string, other: string): boolean =>
  hexOf(one) !== undefined && hexOf(one) === hexOf(other);
