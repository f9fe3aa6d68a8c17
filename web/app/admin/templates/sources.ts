/** A template's sources as they are edited: texts, by the names of the wire. */
import { t } from '@lingui/core/macro';
import { SOURCES, type SourceName, type TemplateRecord } from '../../api/templates.ts';

export type Sources = Record<SourceName, string>;

/** What each is called. */
export const SOURCE_LABELS: Record<SourceName, string> = {
  sharedSCSS: t`Shared`,
  inlineSCSS: t`Inline`,
  externalSCSS: t`External`,
  js: t`Script`,
  fonts: t`Fonts`,
};

export const SOURCE_HINTS: Record<SourceName, string> = {
  sharedSCSS: t`Variables and mixins (SCSS), added before the inline and external styles.`,
  inlineSCSS: t`Styles (SCSS) within the page itself: for what visitors see first.`,
  externalSCSS: t`Styles (SCSS) in a file of their own, which browsers cache: for everything else.`,
  js: t`JavaScript that runs on every page with this template.`,
  fonts: t`Served by the site itself, so that no one else learns who visits it.`,
};

type Stored = Pick<
  TemplateRecord,
  'sharedSCSS' | 'inlineSCSS' | 'externalSCSS' | 'inlineCSS' | 'externalCSS' | 'js' | 'fonts'
>;

/** CSS that was written as such is SCSS as well. */
const scssOf = (scss: string, css: string) => (scss.trim() ? scss : css);

/** The styles of a template as SCSS. */
export const withSources = ({ inlineSCSS, inlineCSS, externalSCSS, externalCSS }: Stored) => ({
  inlineSCSS: scssOf(inlineSCSS, inlineCSS),
  externalSCSS: scssOf(externalSCSS, externalCSS),
});

export const jsonOf = (fonts: unknown) => JSON.stringify(fonts, null, 2);

export function sourcesOf(template: Stored): Sources {
  const { sharedSCSS, js, fonts } = template;
  return { sharedSCSS, ...withSources(template), js, fonts: jsonOf(fonts) };
}

/** The sources in which one differs from the other; how JSON is laid out makes no difference. */
export function changedSources(one: Sources, other: Sources): SourceName[] {
  return SOURCES.filter((name) => comparable(name, one) !== comparable(name, other));
}

function comparable(name: SourceName, sources: Sources): string {
  if (name !== 'fonts') return sources[name];
  try {
    return JSON.stringify(JSON.parse(sources.fonts));
  } catch {
    return sources.fonts;
  }
}

/** Theirs, with those on top that were changed here. */
export function mergedSources(base: Sources, mine: Sources, theirs: Sources): Sources {
  const own = changedSources(base, mine).map((name) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(own) };
}
