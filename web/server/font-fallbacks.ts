import postcss from 'postcss';
import valueParser, { type Node } from 'postcss-value-parser';
import { type FontFamily, familyOf, standInName } from './font-families.ts';

const LISTS = /^(?:font|font-family|--.+)$/i;

/** The same CSS, with each family's stand-in behind it wherever the family is named. */
export function withFallbacks(css: string, families: readonly string[]): string {
  const known = families.map(familyOf).filter((family) => family !== undefined);
  const root = postcss.parse(css);
  root.walkDecls(LISTS, (declaration) => {
    const { parent } = declaration;
    if (parent?.type === 'atrule' && (parent as postcss.AtRule).name === 'font-face') return;
    const value = valueParser(declaration.value);
    const parts = inParts(value.nodes);
    if (!parts.some((part) => known.some((family) => names(part, family, declaration.prop)))) return;
    declaration.value = parts
      .flatMap((part, index) => {
        const text = valueParser.stringify(part).trim();
        const family = known.find((each) => names(part, each, declaration.prop));
        const next = parts[index + 1];
        const isThere = family && next && valueParser.stringify(next).includes(standInName(family));
        return family && !isThere ? [text, `"${standInName(family)}"`] : [text];
      })
      .join(', ');
  });
  return root.toString();
}

/** A value's parts between commas. */
function inParts(nodes: readonly Node[]): Node[][] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (node.type === 'div' && node.value === ',') parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** Whether a part is the family; in the `font` shorthand, whether it ends with it. */
function names(part: readonly Node[], family: FontFamily, property: string): boolean {
  const own = part.filter(({ type }) => type !== 'space' && type !== 'comment');
  const last = own.at(-1);
  if (last?.type === 'string')
    return isSame(last.value, family) && (own.length === 1 || isShorthand(property));
  const length = family.name.split(' ').length;
  if (own.length > length && !isShorthand(property)) return false;
  const words = own.slice(-length);
  return (
    words.every(({ type }) => type === 'word') && isSame(words.map(({ value }) => value).join(' '), family)
  );
}

function isShorthand(property: string): boolean {
  return property.toLowerCase() === 'font';
}

function isSame(name: string, family: FontFamily): boolean {
  return name.toLowerCase() === family.name.toLowerCase();
}
