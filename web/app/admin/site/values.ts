/** What the screen shows and changes: the site's config entries and the settings of one template, as one set of values. */
import type { ConfigEntry } from '../../api/config.ts';
import type { FontFamily, TemplateRecord } from '../../api/templates.ts';
import { familyIn } from '../templates/fonts.ts';
import { jsonOf, withSources } from '../templates/sources.ts';
import { readSettings, SETTING_NAMES, type SettingName, type Settings, writeSettings } from './settings.ts';
import { IMAGE_KEYS, imageIn, isImageKey, textOf } from './site-images.ts';

/** The config entries, by their keys. */
export const ENTRY_KEYS = ['siteName', 'language', 'timezone', 'darkMode', ...IMAGE_KEYS] as const;
export type EntryKey = (typeof ENTRY_KEYS)[number];
export type ValueName = EntryKey | SettingName;
/** One that is left out cannot be changed here: it is set in SCSS in another way. */
export type Values = Partial<Record<ValueName, string>>;

/** Both as they are stored, with the versions that they were read at. */
export interface Stored {
  template: TemplateRecord;
  entries: ConfigEntry[];
}

export function valuesOf({ template, entries }: Stored): Values {
  const read = entries.filter(({ key }) => isEntryKey(key));
  return {
    ...Object.fromEntries(read.map(({ key, value }) => [key, textIn(key as EntryKey, value)])),
    ...readSettings(template.sharedSCSS),
  };
}

/** The value of an entry as it is compared here. */
export function textIn(key: EntryKey, value: unknown): string | undefined {
  if (isImageKey(key)) return textOf(value);
  return typeof value === 'string' ? value : undefined;
}

/** The value of an entry as the service has it. */
export const entryValue = (key: EntryKey, text: string | undefined): unknown =>
  isImageKey(key) ? (imageIn(text) ?? null) : text;

export const isEntryKey = (name: string): name is EntryKey =>
  (ENTRY_KEYS as readonly string[]).includes(name);

/** The values that one set has otherwise than another. */
export function differences(values: Values, from: Values): Values {
  const names = [...ENTRY_KEYS, ...SETTING_NAMES].filter(
    (name) => values[name] !== undefined && values[name] !== from[name],
  );
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Those of my changes of which somebody else has made something different meanwhile. */
export function conflictsIn(base: Values, mine: Values, theirs: Values): ValueName[] {
  const names = Object.keys(mine) as ValueName[];
  return names.filter((name) => theirs[name] !== base[name] && theirs[name] !== mine[name]);
}

/** The sources of a template with these settings, and with the fonts that they name. */
export function sourcesWith(
  template: TemplateRecord,
  changes: Settings,
  families: readonly FontFamily[],
): { sharedSCSS: string; fonts: string } {
  const sharedSCSS = writeSettings(template.sharedSCSS, changes);
  if (sharedSCSS === template.sharedSCSS) return { sharedSCSS, fonts: jsonOf(template.fonts) };
  const before = namedIn(readSettings(template.sharedSCSS));
  const after = namedIn(readSettings(sharedSCSS));
  const { inlineSCSS, externalSCSS } = withSources(template);
  const styles = [sharedSCSS, inlineSCSS, externalSCSS].join('\n').toLowerCase();
  // What no style names any more is no longer sent; what this screen did not bring stays.
  const kept = template.fonts.filter((entry) => !before.has(nameIn(entry)) || isNamed(nameIn(entry), styles));
  const present = new Set(kept.map(nameIn));
  const added = families.filter(({ name }) => {
    const lower = name.toLowerCase();
    return after.has(lower) && !present.has(lower);
  });
  return { sharedSCSS, fonts: jsonOf([...kept, ...added.map(({ name }) => name)]) };
}

/** Whether styles name a family, as a word of its own: `Inter` is not in `interface-font`. */
const isNamed = (name: string, styles: string): boolean =>
  styles.split(name).some((part, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !/[\p{L}\p{N}_-]$/u.test(part) && !/^[\p{L}\p{N}_-]/u.test(after);
  });

/** The name of an entry that is nothing else: a file of the site's own is never taken away. */
const nameIn = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'src' in entry && entry.src
    ? ''
    : familyIn(entry).toLowerCase();

const FONT_SETTINGS = ['heading-font', 'text-font', 'interface-font'] as const;
export type FontSetting = (typeof FONT_SETTINGS)[number];

const namedIn = (settings: Settings) =>
  new Set(FONT_SETTINGS.map((name) => familyNamed(settings[name]).toLowerCase()).filter(Boolean));

/** The first family of a font's value. */
export const familyNamed = (value: string | undefined): string =>
  /["']([^"']+)["']/.exec(value ?? '')?.[1] ?? '';

/** A font's value as it is written. */
export const fontValue = ({ name, generic }: FontFamily): string => `"${name}", ${generic}`;

/** The weight nearest to a wanted one that a family has. */
export function weightWithin({ weights }: FontFamily, wanted: string | undefined): string {
  const [least = 400, most = 700] = weights.split(' ').map(Number);
  return String(Math.min(most, Math.max(least, Number(wanted ?? 400))));
}

/** How pages are lit, of which the template and the site have a part each. */
export const SCHEMES = ['automatic', 'on', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

export function schemeOf({ darkMode, 'dark-mode': setting }: Values): Scheme {
  if (setting === 'always') return 'dark';
  if (setting === 'never' || darkMode === 'off') return 'light';
  return darkMode === 'on' ? 'on' : 'automatic';
}

/** The values that make a scheme. A template whose own cannot be changed leaves it to the site. */
export function valuesOfScheme(scheme: Scheme, values: Values): Values {
  const settings = { automatic: 'automatic', on: 'automatic', light: 'never', dark: 'always' } as const;
  const entries = { automatic: 'automatic', on: 'on', light: 'off' } as const;
  const darkMode = scheme === 'dark' ? (values.darkMode === 'on' ? 'on' : 'automatic') : entries[scheme];
  return values['dark-mode'] === undefined ? { darkMode } : { darkMode, 'dark-mode': settings[scheme] };
}
