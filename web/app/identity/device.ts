/** A User-Agent header in words: "Firefox on Windows". */
import { t } from '@lingui/core/macro';
import { type I18n, i18n } from '#words/i18n.ts';

/** In this order: most browsers name others before themselves. */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const find = (names: [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

export function deviceInWords(agent: string, words: I18n = i18n): string {
  const browser = find(BROWSERS, agent);
  const system = find(SYSTEMS, agent);
  if (browser && system) return t(words)`${browser} on ${system}`;
  // A program: "curl/8.5.0" by its own name.
  return browser ?? system ?? (agent.split(/[\s/(]/)[0]?.slice(0, 40) || t(words)`Unknown device`);
}

/** Whether it is held in a hand: for its picture in a list. */
export const isHandheld = (agent: string): boolean => /Mobile|Android|iPhone|iPad/.test(agent);
