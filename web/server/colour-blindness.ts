/**
 * CSS as people see it who see colours otherwise.
 *
 * The matrices for the dichromacies: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model
 * for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, at severity 1, from
 * https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html. They hold in linear light, as
 * browsers' developer tools apply them, too. Achromatopsia: the luminance of Rec. ITU-R BT.709.
 */
import { converter, formatHex, formatHex8, formatRgb, parse } from 'culori';
import postcss from 'postcss';
import valueParser, { type Node, type WordNode } from 'postcss-value-parser';

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

const LUMINANCE: Row = [0.2126, 0.7152, 0.0722];
const MATRICES = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  achromatopsia: [LUMINANCE, LUMINANCE, LUMINANCE],
} as const satisfies Record<string, Matrix>;

export type ColourBlindMethod = keyof typeof MATRICES;
export const COLOUR_BLIND_METHODS = Object.keys(MATRICES) as ColourBlindMethod[];

const linear = converter('lrgb');
const gamma = converter('rgb');
const NOTATIONS = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/i;
/** Words in these are names of other things, even where a colour has the same. */
const NO_COLOURS =
  /^(?:font|font-family|animation|animation-name|transition|transition-property|will-change|content|quotes|grid.*|container|container-name|counter-.*|list-style|list-style-type|view-transition-.*|anchor-name|position-anchor|timeline.*|src|syntax)$/i;
/** A list of names, as a custom property has them for fonts: a colour is never beside another word that is none. */
const NAME = /^-?[a-z][\w-]*$/i;

/** The same CSS with each colour as it is seen; what depends on a variable's parts or on the browser stays. */
export function asSeenWith(method: ColourBlindMethod, css: string): string {
  const root = postcss.parse(css);
  root.walkDecls((declaration) => {
    if (NO_COLOURS.test(declaration.prop)) return;
    const value = valueParser(declaration.value);
    value.walk((node, index, siblings) => seenNode(node, index, siblings, declaration.prop, method));
    declaration.value = value.toString();
  });
  return root.toString();
}

/** False where nothing inside is to be looked at. */
function seenNode(
  node: Node,
  index: number,
  siblings: Node[],
  property: string,
  method: ColourBlindMethod,
): false | undefined {
  if (node.type === 'function') {
    if (/^(?:url|src|image-set|attr|env|counters?)$/i.test(node.value)) return false;
    if (!NOTATIONS.test(node.value)) return undefined;
    const seen = colourSeen(valueParser.stringify(node), method);
    if (seen) Object.assign(node, { type: 'word', value: seen, nodes: undefined });
    return false;
  }
  if (node.type !== 'word' || isAmongNames(index, siblings, property)) return undefined;
  const seen = /^#|^[a-z]+$/i.test(node.value) ? colourSeen(node.value, method) : undefined;
  if (seen) (node as WordNode).value = seen;
  return undefined;
}

/** Whether a word of a custom property is beside another name: a family such as Red Hat Display. */
function isAmongNames(index: number, siblings: Node[], property: string): boolean {
  if (!property.startsWith('--')) return false;
  return [siblings[index - 2], siblings[index + 2]].some(
    (near, side) =>
      near?.type === 'word' && NAME.test(near.value) && siblings[index + (side ? 1 : -1)]?.type === 'space',
  );
}

function colourSeen(written: string, method: ColourBlindMethod): string | undefined {
  if (/^(?:transparent|currentcolor)$/i.test(written)) return undefined;
  const colour = parse(written);
  if (!colour) return undefined;
  const { r, g, b, alpha } = linear(colour);
  const [red, green, blue] = MATRICES[method].map(([x, y, z]) => clamped(x * r + y * g + z * b));
  const seen = gamma({ mode: 'lrgb', r: red as number, g: green as number, b: blue as number, alpha });
  if (alpha === undefined || alpha === 1) return formatHex(seen);
  // Eight bits of transparency, unless it was written more exactly.
  return written.startsWith('#') ? formatHex8(seen) : formatRgb({ ...seen, alpha });
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
