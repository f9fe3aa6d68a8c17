import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Answer } from './answer.ts';
import { FONT_FAMILIES, type FontFamily, familyOf, LOCAL_FACES, standInName } from './font-families.ts';

/** A font that a template names: one that the site serves, or one of the site's own files. */
interface OwnFont {
  family: string;
  src: string;
  weight: string;
  style: string;
}

/** Why an entry is refused; `path` is its place in the list, as `0.src`. */
export interface FontFault {
  path: string;
  detail: string;
}

export interface TemplateFonts {
  served: FontFamily[];
  own: OwnFont[];
  faults: FontFault[];
}

const SUBSETS = ['latin', 'latin-ext'] as const;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u;
const WEIGHT = /^(?:normal|bold|[1-9]\d{0,2}|1000)(?: (?:[1-9]\d{0,2}|1000))?$/;
/** An address of the site itself, without a way out of it and out of quotes. */
const OWN_ADDRESS =
  /^\/(?:files|assets)\/[\w\-.~%+/]{1,500}\.(?:woff2|woff|ttf|otf)(?:\?[\w\-.=&%]{0,200})?$/;
const FORMATS: Record<string, string> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' };
/** Sets of icons that earlier templates name, which come from elsewhere: left out, and no fault of the template's. */
const ICONS = /^(?:material (?:icons|symbols)|font ?awesome)\b/i;

/** What a template's `fonts` mean: names, or objects of `family` and, for the site's own files, `src`. */
export function readFonts(fonts: readonly unknown[]): TemplateFonts {
  const read: TemplateFonts = { served: [], own: [], faults: [] };
  fonts.forEach((entry, index) => {
    const fault = readFont(entry, read);
    if (fault) read.faults.push({ ...fault, path: fault.path ? `${index}.${fault.path}` : `${index}` });
  });
  return read;
}

function readFont(entry: unknown, { served, own }: TemplateFonts): FontFault | undefined {
  const {
    family,
    src,
    weight = '400',
    style = 'normal',
  } = (typeof entry === 'string' ? { family: entry } : (entry ?? {})) as Record<string, unknown>;
  if (typeof family !== 'string' || !NAME.test(family.trim())) {
    return {
      path: typeof entry === 'string' ? '' : 'family',
      detail: 'Name the font with letters, digits and spaces.',
    };
  }
  if (src === undefined || src === '' || src === null) {
    const known = familyOf(family);
    if (known && !served.includes(known)) served.push(known);
    if (known || ICONS.test(family.trim())) return undefined;
    const names = FONT_FAMILIES.map(({ name }) => name).join(', ');
    return {
      path: typeof entry === 'string' ? '' : 'family',
      detail: `The site has no font of this name. Give the address of a file of the site as src, or take one of: ${names}.`,
    };
  }
  if (typeof src !== 'string' || !OWN_ADDRESS.test(src) || src.includes('//') || src.includes('..')) {
    return {
      path: 'src',
      detail: 'Give the address of a font file of this site, such as /files/brand.woff2.',
    };
  }
  if (!WEIGHT.test(String(weight)))
    return { path: 'weight', detail: 'Give a weight such as 400, or a range such as 200 900.' };
  if (style !== 'normal' && style !== 'italic')
    return { path: 'style', detail: 'The style is normal or italic.' };
  own.push({ family: family.trim(), src, weight: String(weight), style });
  return undefined;
}

const FOR_GOOD = 'public, max-age=31536000, immutable';
const require = createRequire(import.meta.url);

interface Installed {
  folder: string;
  version: string;
  ranges: Record<string, string>;
}

const installed = new Map<FontFamily, Installed>();

function installedOf(family: FontFamily): Installed {
  const known = installed.get(family);
  if (known) return known;
  const folder = dirname(require.resolve(`@fontsource-variable/${family.slug}/package.json`));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const made = { folder, version: read('package.json').version, ranges: read('unicode.json') };
  installed.set(family, made);
  return made;
}

function styles(family: FontFamily): string[] {
  return family.hasItalic ? ['normal', 'italic'] : ['normal'];
}

/** A release's own, so that browsers may keep it for good. */
function addressOf(family: FontFamily, subset: string, style: string): string {
  return `/assets/fonts/${family.slug}-${subset}-${style}-${installedOf(family).version}.woff2`;
}

/** The files of all families, by their addresses. */
export function loadFonts(): Map<string, Answer> {
  const files = new Map<string, Answer>();
  for (const family of FONT_FAMILIES) {
    const { folder } = installedOf(family);
    for (const subset of SUBSETS) {
      for (const style of styles(family)) {
        const bytes = readFileSync(join(folder, 'files', `${family.slug}-${subset}-wght-${style}.woff2`));
        const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': FOR_GOOD };
        files.set(addressOf(family, subset, style), new Answer(200, headers, bytes));
      }
    }
  }
  return files;
}

const GENERIC = { arial: 'sans-serif', times: 'serif', courier: 'monospace' } as const;

/** What is offered for templates: each family with its weights and styles, and the rules that show them. */
export function offeredFonts(): {
  families: { name: string; weights: string; styles: string[]; generic: string }[];
  css: string;
} {
  const families = FONT_FAMILIES.map((family) => ({
    name: family.name,
    weights: family.weights,
    styles: styles(family),
    generic: GENERIC[family.standIn.face],
  }));
  return { families, css: FONT_FAMILIES.flatMap(facesOf).join('') };
}

/** The @font-face rules of a template's fonts; entries that mean nothing are left out. */
export function fontFaces(fonts: unknown): string {
  const { served, own } = readFonts(Array.isArray(fonts) ? fonts : []);
  return [...served.flatMap(facesOf), ...own.map(ownFace)].join('');
}

function facesOf(family: FontFamily): string[] {
  const { ranges } = installedOf(family);
  const { face, size, ascent, descent } = family.standIn;
  const local = LOCAL_FACES[face].map((name) => `local("${name}")`).join(',');
  const faces = styles(family).flatMap((style) =>
    SUBSETS.map(
      (subset) =>
        `@font-face{font-family:"${family.name}";font-style:${style};font-weight:${family.weights};font-display:swap;` +
        `src:url("${addressOf(family, subset, style)}")format("woff2");unicode-range:${ranges[subset]}}`,
    ),
  );
  const standIn =
    `@font-face{font-family:"${standInName(family)}";src:${local};size-adjust:${size}%;ascent-override:${ascent}%;` +
    `descent-override:${descent}%;line-gap-override:0%}`;
  return [...faces, standIn];
}

function ownFace({ family, src, weight, style }: OwnFont): string {
  const format = FORMATS[/\.(\w+)(?:\?|$)/.exec(src)?.[1] ?? ''];
  return (
    `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;` +
    `src:url("${src}")format("${format}")}`
  );
}
