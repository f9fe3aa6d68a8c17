import type { IncomingMessage } from 'node:http';
import { type Answer, json, problem } from './answer.ts';
import { COLOUR_BLIND_METHODS, type ColourBlindMethod } from './colour-blindness.ts';
import { compilerBusy, notCompiled } from './compiled-templates.ts';
import type { Content } from './content.ts';
import { type Fault, invalid, readJson } from './json-body.ts';
import { CompilerBusy, compileScss } from './scss.ts';
import { readFonts } from './template-fonts.ts';

const MEMBERS = ['templateId', 'sharedSCSS', 'mainSCSS', 'colourBlindMethod'];
const MOST_CHARACTERS = 1_000_000;

interface Wanted {
  templateId?: string;
  sharedSCSS?: string;
  mainSCSS: string;
  colourBlindMethod?: ColourBlindMethod;
}

/** Compiles what editors are writing, and changes nothing. */
export class ScssPreviews {
  private readonly content: Content;

  constructor(content: Content) {
    this.content = content;
  }

  /** Without `sharedSCSS` the template's own counts. Throws UpstreamError. */
  async answer(request: IncomingMessage, requestId: string): Promise<Answer> {
    const body = await readJson(request, requestId);
    if (!('value' in body)) return body.refused;
    const faults = faultsOf(body.value);
    if (faults.length) return invalid(faults, requestId);
    const { templateId, sharedSCSS, mainSCSS, colourBlindMethod } = body.value as unknown as Wanted;
    const template = templateId ? await this.content.template(templateId, requestId) : undefined;
    if (templateId && !template) return problem(404, 'template_not_found', 'Template not found', requestId);
    const fonts = Array.isArray(template?.fonts) ? template.fonts : [];
    try {
      const result = await compileScss({
        sharedSCSS: sharedSCSS ?? template?.sharedSCSS ?? '',
        sources: { mainSCSS },
        families: readFonts(fonts).served.map(({ name }) => name),
        colourBlindMethod: colourBlindMethod || undefined,
      });
      if ('faults' in result) return notCompiled(result.faults, requestId);
      return json(200, { css: result.css.mainSCSS, warnings: result.warnings });
    } catch (error) {
      if (error instanceof CompilerBusy) return compilerBusy(requestId);
      throw error;
    }
  }
}

function faultsOf(body: Record<string, unknown>): Fault[] {
  const faults: Fault[] = Object.keys(body)
    .filter((name) => !MEMBERS.includes(name))
    .map((field) => ({ field, code: 'extra_forbidden', detail: 'There is no such field.' }));
  for (const field of ['templateId', 'sharedSCSS', 'mainSCSS', 'colourBlindMethod']) {
    const value = body[field];
    if (value === undefined || value === null) {
      if (field === 'mainSCSS') faults.push({ field, code: 'missing', detail: 'This field is required.' });
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
  const { colourBlindMethod: method } = body;
  if (typeof method === 'string' && method && !(COLOUR_BLIND_METHODS as string[]).includes(method)) {
    const detail = `Take one of: ${COLOUR_BLIND_METHODS.join(', ')}.`;
    faults.push({ field: 'colourBlindMethod', code: 'enum', detail });
  }
  return faults;
}
