/** The CSS of what is being written: compiled after a pause, the last answer wins, and a fault leaves the CSS before. */
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import {
  type ColourBlindMethod,
  compilePreview,
  faultsOf,
  type SourceFault,
  type TemplateRecord,
} from '../../api/templates.ts';
import { sentenceOf } from '../../ui/problem-words.ts';
import { readFontsJson } from './fonts.ts';
import type { PreviewCss } from './preview-frame.ts';
import { type Sources, sourcesOf } from './sources.ts';

/** Milliseconds of quiet before something is compiled, and before a busy compiler is asked again. */
const PAUSE = 400;
const BUSY = 2_000;

const STYLES = { inline: 'inlineSCSS', external: 'externalSCSS' } as const;
type Style = keyof typeof STYLES;

interface Compiled {
  css: PreviewCss;
  /** The shared source that the CSS is made from. */
  sharedSCSS: string;
  faults: SourceFault[];
  warnings: SourceFault[];
  isCompiling: boolean;
  /** Why nothing could be compiled, where no source is to blame. */
  problem: ProblemError | undefined;
}

type Outcome = { css: string; fontCSS?: string; warnings: SourceFault[] } | { faults: SourceFault[] };

export function usePreviewCss(
  base: TemplateRecord,
  sources: Sources,
  colourBlindMethod: ColourBlindMethod | undefined,
  pause = PAUSE,
): Compiled {
  const [state, setState] = useState<Compiled>(() => ({
    css: { inline: base.inlineCSS, external: base.externalCSS, fonts: undefined },
    sharedSCSS: base.sharedSCSS,
    faults: [],
    warnings: [],
    isCompiling: false,
    problem: undefined,
  }));
  const { sharedSCSS, inlineSCSS, externalSCSS, fonts } = sources;
  // The last that was asked for, so that an answer that comes late is nobody's.
  const present = useRef<AbortController>(undefined);

  useEffect(() => {
    const own = new AbortController();
    present.current = own;
    const compile = async () => {
      setState((before) => ({ ...before, isCompiling: true }));
      const written = { ...sourcesOf(base), sharedSCSS, inlineSCSS, externalSCSS, fonts };
      try {
        const [inline, external] = await Promise.all(
          (['inline', 'external'] as const).map((style) =>
            compileOne(style, base, written, colourBlindMethod, own.signal),
          ),
        );
        if (present.current !== own || !inline || !external) return;
        setState((before) => withOutcomes(before, written.sharedSCSS, inline, external));
      } catch (error) {
        if (present.current !== own || own.signal.aborted) return;
        const problem = error instanceof ProblemError ? error : undefined;
        setState((before) => ({ ...before, isCompiling: false, problem }));
        if (problem?.status === 503) timer = setTimeout(() => void compile(), BUSY);
      }
    };
    let timer = setTimeout(() => void compile(), pause);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [base, sharedSCSS, inlineSCSS, externalSCSS, fonts, colourBlindMethod, pause]);
  return state;
}

async function compileOne(
  style: Style,
  base: TemplateRecord,
  sources: Sources,
  colourBlindMethod: ColourBlindMethod | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const field = STYLES[style];
  const read = readFontsJson(sources.fonts);
  const stored = sourcesOf(base);
  const isStored =
    !colourBlindMethod &&
    (['sharedSCSS', field, 'fonts'] as const).every((name) => sources[name] === stored[name]);
  // Compiled already: only the rules of the fonts are asked for, with the inline styles.
  const mainSCSS = isStored ? '' : sources[field];
  if (isStored && style === 'external') return { css: base.externalCSS, warnings: [] };
  try {
    const { sharedSCSS } = sources;
    const fonts = 'fonts' in read ? read.fonts : undefined;
    const made = await compilePreview(
      { templateId: base.id, field, sharedSCSS, mainSCSS, fonts, colourBlindMethod },
      signal,
    );
    return isStored ? { ...made, css: base.inlineCSS } : made;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 422) return { faults: faultsOf(error) };
    throw error;
  }
}

function withOutcomes(before: Compiled, sharedSCSS: string, inline: Outcome, external: Outcome): Compiled {
  const faults = [inline, external].flatMap((outcome) => ('faults' in outcome ? outcome.faults : []));
  const warnings = [inline, external].flatMap((outcome) => ('faults' in outcome ? [] : outcome.warnings));
  const css = {
    inline: 'css' in inline ? inline.css : before.css.inline,
    external: 'css' in external ? external.css : before.css.external,
    fonts: ('css' in inline ? inline.fontCSS : undefined) ?? before.css.fonts,
  };
  return {
    // One that has faults keeps what it looked like; so does the other, which belongs to it.
    css: faults.length > 0 ? before.css : css,
    sharedSCSS: faults.length > 0 ? before.sharedSCSS : sharedSCSS,
    faults: distinct(faults),
    warnings: distinct(warnings),
    isCompiling: false,
    problem: undefined,
  };
}

/** A fault of the shared source is told with both others. */
function distinct(faults: SourceFault[]): SourceFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** What is said of styles that are older than what is written. */
export function noteOf({ faults, problem, isCompiling }: Compiled): string | undefined {
  if (faults.length > 0) return t`Shown as before the mistake.`;
  if (problem?.status === 503) return t`The server is busy. Trying again in a moment.`;
  if (problem) return sentenceOf(problem);
  return isCompiling ? t`Updating…` : undefined;
}
