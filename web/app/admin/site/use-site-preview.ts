/** The styles of what is being set: roughly at once, exactly when they have been compiled. */
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { FontFamily } from '../../api/templates.ts';
import type { PreviewCss } from '../templates/preview-frame.ts';
import { sourcesOf } from '../templates/sources.ts';
import { noteOf, usePreviewCss } from '../templates/use-preview-css.ts';
import { type ColourSetting, rulesUntilCompiled, type Shown, shownColours } from './shown-colours.ts';
import type { SiteDraft } from './use-site-draft.ts';
import { schemeOf, sourcesWith, valuesOf } from './values.ts';

/** Milliseconds of quiet before the compiler is asked: a slider moves on. */
const PAUSE = 150;

export interface SitePreviewState {
  css: PreviewCss;
  /** The colours as the template has made them of the present settings; undefined until it is known. */
  shown: Partial<Record<ColourSetting, Shown>> | undefined;
  /** Whether pages will follow what visitors prefer; undefined where that is as it was. */
  follows: boolean | undefined;
  /** Whether the styles are older than the settings. */
  note: string | undefined;
}

export function useSitePreview(
  draft: SiteDraft,
  { families, css: allFonts }: { families: FontFamily[]; css: string },
): SitePreviewState {
  const { stored, values, changes } = draft;
  // As the page in the preview was loaded: it is not loaded anew by a save.
  const [opened] = useState(() => valuesOf(stored));
  const written = useMemo(
    () => sourcesWith(stored.template, changes, families),
    [stored.template, changes, families],
  );
  const sources = useMemo(() => ({ ...sourcesOf(stored.template), ...written }), [stored.template, written]);
  const preview = usePreviewCss(stored.template, sources, undefined, PAUSE);
  const isPresent = preview.sharedSCSS === sources.sharedSCSS;
  const now = isPresent ? '' : rulesUntilCompiled(preview.sharedSCSS, values, preview.css.inline);
  const css = useMemo(
    // Every family that can be chosen, so that none has to wait for the compiler.
    () => ({ ...preview.css, now, fonts: (preview.css.fonts ?? '') + allFonts }),
    [preview.css, now, allFonts],
  );
  const shown = useMemo(
    () => (isPresent ? shownColours(preview.css.inline) : undefined),
    [isPresent, preview.css.inline],
  );
  const hasOtherScheme = values.darkMode !== opened.darkMode || values['dark-mode'] !== opened['dark-mode'];
  return {
    css,
    shown,
    follows: hasOtherScheme ? schemeOf(values) !== 'light' : undefined,
    note: noteOf(preview) ?? (isPresent ? undefined : t`Updating…`),
  };
}
