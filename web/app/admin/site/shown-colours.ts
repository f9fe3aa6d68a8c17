/** What a template made of its colours: they are moved until they can be read, so the compiled styles say what is seen. */
import { hexOf } from './colour.ts';
import { readSettings, type Settings } from './settings.ts';

/** `#rrggbb` each; the same twice where pages have one scheme only. */
export interface Shown {
  light: string;
  dark: string;
}

const PROPERTIES = { accent: 'accent', neutral: 'ink', ground: 'paper' } as const;
export type ColourSetting = keyof typeof PROPERTIES;

/** The colours of the page as its compiled styles have them; a template may have others, or none. */
export function shownColours(css: string): Partial<Record<ColourSetting, Shown>> {
  const found = Object.entries(PROPERTIES).map(([setting, property]) => [setting, shownIn(css, property)]);
  return Object.fromEntries(found.filter(([, shown]) => shown));
}

function shownIn(css: string, property: string): Shown | undefined {
  const value = new RegExp(`--${property}:\\s*([^;}]+)`).exec(css)?.[1]?.trim() ?? '';
  const both = /^light-dark\((.*)\)$/.exec(value)?.[1];
  // The comma between the two stands in no function of its own.
  const [light, dark = light] = both === undefined ? [value] : both.split(/,(?![^(]*\))/);
  const [one, other] = [hexOf(light ?? ''), hexOf(dark ?? '')];
  return one && other ? { light: one, dark: other } : undefined;
}

/**
 * Rules that show changed settings at once, roughly: colours as they were chosen, in the light scheme where there are two.
 * The template's own, exact in everything, follow when they have been compiled.
 */
export function rulesUntilCompiled(compiledFrom: string, wanted: Settings, compiledCss: string): string {
  const before = readSettings(compiledFrom);
  const shown = shownColours(compiledCss);
  const changed = (name: keyof Settings) => wanted[name] !== undefined && wanted[name] !== before[name];
  const isDark = wanted['dark-mode'] === 'always';
  // The styles of dark pages alone say nothing of light ones: those are begun from their colours.
  const wasDark = before['dark-mode'] === 'always' && !isDark;
  const rules: string[] = [];
  for (const setting of Object.keys(PROPERTIES) as ColourSetting[]) {
    const colour = wanted[setting];
    if (!colour || !(changed(setting) || wasDark) || (isDark && setting !== 'accent')) continue;
    const dark = shown[setting]?.dark ?? colour;
    const isAlone = isDark || wasDark;
    rules.push(`--${PROPERTIES[setting]}:${isAlone ? colour : `light-dark(${colour},${dark})`}`);
  }
  const fonts = { 'heading-font': 'heading', 'text-font': 'text', 'interface-font': 'interface' } as const;
  for (const [setting, property] of Object.entries(fonts)) {
    const name = setting as keyof typeof fonts;
    if (changed(name)) rules.push(`--${property}:${wanted[name]}`);
  }
  if (changed('radius')) rules.push(`--radius:${wanted.radius}`);
  // Where there are both schemes, the one is chosen of them.
  const schemes: Record<string, string> = { always: 'dark', never: 'light' };
  const wantedScheme = schemes[wanted['dark-mode'] ?? ''] ?? (wasDark ? 'light' : undefined);
  const scheme = changed('dark-mode') ? wantedScheme : undefined;
  const lit = scheme ? `:root,body{color-scheme:${scheme}!important}` : '';
  const weight = changed('heading-weight') ? `h1,h2,h3{font-weight:${wanted['heading-weight']}}` : '';
  const size = changed('text-size') ? `body{font-size:${wanted['text-size']}}` : '';
  return (rules.length > 0 ? `:root{${rules.join(';')}}` : '') + lit + weight + size;
}
