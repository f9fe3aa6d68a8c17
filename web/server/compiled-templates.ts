import type { IncomingMessage } from 'node:http';
import { type Answer, json, problem } from './answer.ts';
import { MachineBusy } from './limited-child.ts';
import { minifyTemplate, minifyTemplateWithin, type Served } from './minify.ts';
import { readUpTo } from './read-body.ts';
import { CompilerBusy, compileScss, type ScssFault } from './scss.ts';
import type { ServiceCallers } from './service-callers.ts';
import { readFonts } from './template-fonts.ts';

export const COMPILED_TEMPLATES = '/client/api/private/compiled-templates';
export const MINIFIED_TEMPLATES = '/client/api/private/minified-templates';
/** Six sources of a million characters each, as JSON. */
const LARGEST = 48 * 1024 * 1024;
/** Milliseconds from the beginning: a save that took longer does not wait for its smaller form, too. */
const AT_MOST = 7_500;
/** Seconds. */
const RETRY_AFTER = '3';
const SERVED = ['inlineCSS', 'externalCSS', 'js'] as const;
const SCSS = ['sharedSCSS', 'inlineSCSS', 'externalSCSS'] as const;

export type Sources = Served & Record<(typeof SCSS)[number], string> & { fonts: unknown[] };

/**
 * Compiles and minifies a template for content, which stores the result: no visitor ever waits for it. It is ended where
 * content does not wait for it, either.
 */
export class CompiledTemplates {
  private readonly callers: ServiceCallers;

  constructor(callers: ServiceCallers) {
    this.callers = callers;
  }

  async answer(request: IncomingMessage, path: string, requestId: string): Promise<Answer> {
    const caller = await this.callers.of(request);
    if (caller === undefined) return problem(401, 'token_invalid', requestId);
    if (caller !== 'content') return problem(403, 'caller_not_allowed', requestId);
    const isCompiled = path === COMPILED_TEMPLATES;
    const sources = parsed(await readUpTo(LARGEST, request), isCompiled ? [...SERVED, ...SCSS] : SERVED);
    if (!sources) return problem(422, 'validation_failed', requestId);
    const left = new AbortController();
    const leave = () => left.abort(new CompilerBusy('Nobody waits for it any more.'));
    request.socket.once('close', leave);
    // While its body was read it may have gone, which is not said again.
    if (request.socket.destroyed) leave();
    try {
      return isCompiled
        ? await compiled(sources, left.signal, requestId)
        : json(200, await minifyTemplate(sources, left.signal));
    } catch (error) {
      if (error instanceof CompilerBusy || error instanceof MachineBusy) return compilerBusy(requestId);
      throw error;
    } finally {
      request.socket.off('close', leave);
    }
  }
}

type Compiled = Pick<Served, 'inlineCSS' | 'externalCSS'> & { minified: Served; isMinified: boolean };

/**
 * CSS is taken as it is where there is no SCSS to make it from. What cannot be minified in time, as `isMinified` says, is
 * given as it is: a save does not fail for that, and content has it minified later.
 */
export async function compileTemplate(
  sources: Sources,
  atMost = AT_MOST,
  signal?: AbortSignal,
): Promise<Compiled | { faults: ScssFault[] }> {
  const begun = performance.now();
  const { served: fonts, faults: fontFaults } = readFonts(sources.fonts ?? []);
  const { sharedSCSS, inlineSCSS, externalSCSS } = sources;
  const families = fonts.map(({ name }) => name);
  const styles = {
    ...(inlineSCSS.trim() ? {} : { inlineCSS: sources.inlineCSS }),
    ...(externalSCSS.trim() ? {} : { externalCSS: sources.externalCSS }),
  };
  const job = { sharedSCSS, sources: { inlineSCSS, externalSCSS }, styles, families };
  const result = await compileScss(job, { signal });
  const faults = [
    ...('faults' in result ? result.faults : []),
    ...fontFaults.map(({ path, detail }) => ({ field: `fonts.${path}`, line: 1, column: 1, detail })),
  ];
  if (!('css' in result) || faults.length) return { faults };
  const css = {
    inlineCSS: inlineSCSS.trim() ? (result.css.inlineSCSS ?? '') : sources.inlineCSS,
    externalCSS: externalSCSS.trim() ? (result.css.externalSCSS ?? '') : sources.externalCSS,
  };
  const served = { ...css, js: sources.js };
  const minified = await minifyTemplateWithin(atMost - (performance.now() - begun), served);
  return { ...css, minified: minified ?? served, isMinified: minified !== undefined };
}

async function compiled(sources: Sources, signal: AbortSignal, requestId: string): Promise<Answer> {
  const result = await compileTemplate(sources, AT_MOST, signal);
  return 'faults' in result ? notCompiled(result.faults, requestId) : json(200, result);
}

/** 422 with each fault as an error of its field, and as `faults` with line and column. */
export function notCompiled(faults: readonly ScssFault[], requestId: string): Answer {
  const errors = faults.map(({ field, line, column, detail }) => ({
    field,
    code: 'not_compiled',
    detail: field.startsWith('fonts') ? detail : `Line ${line}, column ${column}: ${detail}`,
  }));
  const detail = errors[0]?.detail ?? 'The template cannot be compiled.';
  return problem(422, 'template_not_compiled', requestId, { detail, errors, faults });
}

export function compilerBusy(requestId: string): Answer {
  const detail = 'Too much is being compiled at the moment. Try again in a few seconds.';
  return problem(503, 'compiler_busy', requestId, { detail }, { 'Retry-After': RETRY_AFTER });
}

function parsed(body: Buffer | undefined, names: readonly string[]): Sources | undefined {
  try {
    const sources = JSON.parse(body?.toString() ?? '');
    return names.every((name) => typeof sources?.[name] === 'string') ? sources : undefined;
  } catch {
    return undefined;
  }
}
