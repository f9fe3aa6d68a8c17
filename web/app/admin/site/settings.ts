/**
 * The settings in a template's shared SCSS: one `$name: value;` a line between two marks (decision 0065). A value is
 * changed where it stands, and nothing else of the text is touched. What is no plain value, as an expression or a name
 * that is given twice, is its author's: it is neither read nor written.
 */
import { hexOf } from './colour.ts';

/** What each setting holds. Colours are written as `#rrggbb`, fonts as `"Family", generic`. */
export const SETTINGS = {
  accent: 'colour',
  neutral: 'colour',
  ground: 'colour',
  'heading-font': 'font',
  'heading-weight': 'number',
  'text-font': 'font',
  'interface-font': 'font',
  'text-size': 'rem',
  scale: 'number',
  spacing: 'number',
  radius: 'rem',
  'dark-mode': 'scheme',
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = Partial<Record<SettingName, string>>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

const FAMILY = String.raw`(?:"[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}"|'[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}')`;
const NUMBER = String.raw`\d{1,4}(?:\.\d{1,6})?`;

/** What a plain value is. Nothing that ends a line, a declaration or a string can be part of one. */
const KINDS = {
  colour: /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]{3,20})$/i,
  font: new RegExp(`^${FAMILY}(?:, *(?:${FAMILY}|[a-z][a-z-]{0,30}))*$`, 'u'),
  number: new RegExp(`^${NUMBER}$`),
  rem: new RegExp(`^${NUMBER}rem$`),
  scheme: /^(?:automatic|always|never)$/,
} as const;

/** Whether a text is a plain value of a setting. */
export function isPlain(name: SettingName, value: string): boolean {
  const kind = SETTINGS[name];
  return KINDS[kind].test(value) && (kind !== 'colour' || hexOf(value) !== undefined);
}

const START = '// settings';
const END = '// end of settings';
/** The whole of a line, but for a note behind it. */
const LINE = /^([ \t]*\$([A-Za-z_][\w-]*)[ \t]*:[ \t]*)([^;]*?)[ \t]*;[ \t]*(?:\/[/*].*)?$/;
const DECLARED = /(?:^|[;{}])[ \t]*\$([A-Za-z_][\w-]*)[ \t]*:/g;

interface Place {
  start: number;
  end: number;
  value: string;
}

/** The values that can be read, by name. */
export function readSettings(scss: string): Settings {
  return Object.fromEntries([...placesIn(scss)].map(([name, { value }]) => [name, value]));
}

/** The text with these values. One that is no plain value, or that has no place, is left out. */
export function writeSettings(scss: string, changes: Settings): string {
  const places = [...placesIn(scss)].sort(([, one], [, other]) => other.start - one.start);
  return places.reduce((text, [name, { start, end }]) => {
    const value = changes[name];
    if (value === undefined || !isPlain(name, value)) return text;
    return text.slice(0, start) + value + text.slice(end);
  }, scss);
}

/** Where each value stands. */
function placesIn(scss: string): Map<SettingName, Place> {
  const places = new Map<SettingName, Place>();
  const declared = new Map<string, number>();
  let part: 'before' | 'settings' | 'after' = 'before';
  for (const { text, offset } of codeLines(scss)) {
    if (part === 'before' && text.trim() === START) part = 'settings';
    else if (part === 'settings' && text.trim() === END) part = 'after';
    for (const [, name = ''] of text.matchAll(DECLARED)) {
      declared.set(plainName(name), (declared.get(plainName(name)) ?? 0) + 1);
    }
    const [, head = '', written = '', value = ''] = LINE.exec(text) ?? [];
    const name = plainName(written) as SettingName;
    if (part !== 'settings' || !SETTING_NAMES.includes(name) || !isPlain(name, value)) continue;
    const start = offset + head.length;
    places.set(name, { start, end: start + value.length, value });
  }
  // Without its end, nobody can say where the region stops.
  if (part !== 'after') return new Map();
  return new Map([...places].filter(([name]) => declared.get(name) === 1));
}

/** To Sass, _ and - are the same in a name. */
const plainName = (name: string) => name.replaceAll('_', '-');

/** The lines that begin outside of block comments and quotes. */
function* codeLines(scss: string): Generator<{ text: string; offset: number }> {
  let offset = 0;
  let isInside = false;
  for (const line of scss.split(/(?<=\n)/)) {
    if (!isInside) yield { text: line.replace(/\r?\n$/, ''), offset };
    isInside = leavesCommentOpen(line, isInside);
    offset += line.length;
  }
}

const TOKEN = /\/\*|\*\/|\/\/|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/g;

/** Whether a line ends within a block comment. */
function leavesCommentOpen(line: string, wasInside: boolean): boolean {
  let isInside = wasInside;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(line); found; found = TOKEN.exec(line)) {
    const [token] = found;
    if (token === '*/') isInside = false;
    else if (isInside) TOKEN.lastIndex = found.index + 1;
    else if (token === '//') return false;
    else if (token === '/*') isInside = true;
    if (token === '*/' || token === '/*') TOKEN.lastIndex = found.index + 2;
  }
  return isInside;
}
