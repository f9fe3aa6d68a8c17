import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, json, problem } from './answer.ts';
import { COLOUR_BLIND_METHODS, type ColourBlindMethod } from './colour-blindness.ts';
import { compilerBusy, notCompiled } from './compiled-templates.ts';
import type { Content } from './content.ts';
import { apiTokenOf, type Identity } from './identity.ts';
import { type Fault, invalid, readJson } from './json-body.ts';
import { CompilerBusy, compileScss } from './scss.ts';
import { MOST_CHARACTERS } from './scss-limits.ts';
import { fontFaces, readFonts } from './template-fonts.ts';

const TEXTS = ['templateId', 'sharedSCSS', 'mainSCSS', 'colourBlindMethod', 'field'];
const FIELDS = ['mainSCSS', 'inlineSCSS', 'externalSCSS'];
const MOST_FONTS = 50;

interface Wanted {
  templateId?: string;
  sharedSCSS?: string;
  mainSCSS: string;
  colourBlindMethod?: ColourBlindMethod;
  /** Which source of the template `mainSCSS` is, as faults call it. */
  field?: string;
  /** In the place of the template's own. */
  fonts?: unknown[];
}

/** A newer preview of the same source has taken its place. */
class Superseded extends Error {}

/** Compiles what editors are writing, and changes nothing. */
export class ScssPreviews {
  private readonly content: Content;
  private readonly identity: Identity;
  /** What ends a preview that is being made, by who asked for it and of what. */
  private readonly underWay = new Map<string, AbortController>();

  constructor(content: Content, identity: Identity) {
    this.content = content;
    this.identity = identity;
  }

  /**
   * Without `sharedSCSS` the template's own counts. A preview ends the one before of the same source and session or API
   * token, whose answer nobody shows any more. Throws UpstreamError.
   */
  async answer(request: IncomingMessage, requestId: string): Promise<Answer> {
    const body = await readJson(request, requestId);
    if (!('value' in body)) return body.refused;
    const faults = faultsOf(body.value);
    if (faults.length) return invalid(faults, requestId);
    const wanted = body.value as unknown as Wanted;
    const caller = await this.callerOf(request);
    const key = [caller, wanted.templateId ?? '', wanted.field ?? ''].join(' ');
    this.underWay.get(key)?.abort(new Superseded());
    const own = new AbortController();
    this.underWay.set(key, own);
    try {
      return await this.compiled(wanted, own.signal, requestId);
    } catch (error) {
      if (error instanceof Superseded) return superseded(requestId);
      if (error instanceof CompilerBusy) return compilerBusy(requestId);
      throw error;
    } finally {
      if (this.underWay.get(key) === own) this.underWay.delete(key);
    }
  }

  /** Each API token is a caller of its own: it has no session, and may have fewer scopes than its owner. */
  private async callerOf(request: IncomingMessage): Promise<string> {
    const apiToken = apiTokenOf(request);
    if (apiToken !== undefined) return `token ${hash('sha256', apiToken, 'hex')}`;
    return `session ${(await this.identity.of(request))?.sessionId ?? ''}`;
  }

  private async compiled(wanted: Wanted, signal: AbortSignal, requestId: string): Promise<Answer> {
    const { templateId, sharedSCSS, mainSCSS, colourBlindMethod, field = 'mainSCSS' } = wanted;
    const template = templateId ? await this.content.template(templateId, requestId) : undefined;
    if (templateId && !template) return problem(404, 'template_not_found', requestId);
    const fonts = wanted.fonts ?? (Array.isArray(template?.fonts) ? template.fonts : []);
    const job = {
      sharedSCSS: sharedSCSS ?? template?.sharedSCSS ?? '',
      sources: { [field]: mainSCSS },
      families: readFonts(fonts).served.map(({ name }) => name),
      colourBlindMethod: colourBlindMethod || undefined,
    };
    const result = await compileScss(job, { lane: 'previews', signal });
    if ('faults' in result) return notCompiled(result.faults, requestId);
    const faces = wanted.fonts && { fontCSS: fontFaces(fonts) };
    return json(200, { css: result.css[field], warnings: result.warnings, ...faces });
  }
}

function superseded(requestId: string): Answer {
  const detail = 'A newer preview has taken the place of this one.';
  return problem(409, 'preview_superseded', requestId, { detail });
}

function faultsOf(body: Record<string, unknown>): Fault[] {
  const faults: Fault[] = Object.keys(body)
    .filter((name) => !TEXTS.includes(name) && name !== 'fonts')
    .map((field) => ({ field, code: 'unknown_field', detail: 'There is no such field.' }));
  for (const field of TEXTS) {
    const value = body[field];
    if (value === undefined || value === null) {
      if (field === 'mainSCSS') faults.push({ field, code: 'required', detail: 'Fill this in.' });
    } else if (typeof value !== 'string') {
      faults.push({ field, code: 'string_type', detail: 'This has to be text.' });
    } else if (value.length > MOST_CHARACTERS) {
      faults.push({
        field,
        code: 'string_too_long',
        detail: `At most ${MOST_CHARACTERS} characters are allowed.`,
      });
    }
  }
  const { colourBlindMethod: method, field, fonts } = body;
  if (typeof field === 'string' && !FIELDS.includes(field)) {
    faults.push({ field: 'field', code: 'enum', detail: `Choose one of: ${FIELDS.join(', ')}.` });
  }
  if (fonts !== undefined && !(Array.isArray(fonts) && fonts.length <= MOST_FONTS)) {
    const detail = `Send a list of at most ${MOST_FONTS} fonts.`;
    faults.push({ field: 'fonts', code: 'list_type', detail });
  }
  if (typeof method === 'string' && method && !(COLOUR_BLIND_METHODS as string[]).includes(method)) {
    const detail = `Choose one of: ${COLOUR_BLIND_METHODS.join(', ')}.`;
    faults.push({ field: 'colourBlindMethod', code: 'enum', detail });
  }
  return faults;
}
