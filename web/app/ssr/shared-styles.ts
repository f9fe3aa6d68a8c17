/** The styles that a page has in common with all others of its template that show the same kinds of plugins. */
import { lightCss } from '../page-view/dark-mode.ts';
import { structureCss } from '../page-view/structure.ts';
import { pluginCss } from '../plugins/registry/styles.ts';
import type { RenderAssets } from './assets.ts';
import { styleElement } from './style-element.ts';

/** HTML that many pages have. The same object as long as it says the same, so that more can be kept with it. */
export interface SharedHtml {
  readonly html: string;
}

type Made = SharedHtml & { fontCss: string | undefined };

/** About 40 KB each; a site has a few templates, and few combinations of plugins. */
const MOST = 100;
/** By the template's style sheet, and by all else that decides. */
const known = new Map<string, Map<string, Made>>();
let count = 0;

export function sharedStyles(
  refs: Iterable<string>,
  { templateCss, fontCss }: Pick<RenderAssets, 'templateCss' | 'fontCss'>,
  followsDarkMode: boolean,
): SharedHtml {
  const shown = [...new Set(refs)].sort();
  const key = `${followsDarkMode} ${shown.join(' ')}`;
  const found = known.get(templateCss)?.get(key);
  if (found && found.fontCss === fontCss) return found;
  if (count >= MOST) {
    known.clear();
    count = 0;
  }
  const made = { html: make(shown, templateCss, fontCss, followsDarkMode), fontCss };
  const ofTemplate = known.get(templateCss) ?? new Map<string, Made>();
  known.set(templateCss, ofTemplate.set(key, made));
  count += 1;
  return made;
}

function make(
  refs: readonly string[],
  templateCss: string,
  fontCss: string | undefined,
  followsDarkMode: boolean,
): string {
  const inScheme = followsDarkMode ? (css: string) => css : lightCss;
  return [
    styleElement('pw-structure', structureCss),
    styleElement('pw-plugins', inScheme(pluginCss(refs))),
    fontCss ? styleElement('pw-fonts', fontCss) : '',
    styleElement('pw-template', inScheme(templateCss)),
  ].join('');
}
