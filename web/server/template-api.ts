import type { IncomingMessage } from 'node:http';
import { type Answer, json, nothing, problem } from './answer.ts';
import type { ChangeFeed } from './changes.ts';
import { COMPILED_TEMPLATES, type CompiledTemplates, MINIFIED_TEMPLATES } from './compiled-templates.ts';
import type { EditorsOnly } from './editors.ts';
import { RETRY_AFTER } from './page-headers.ts';
import type { ScssPreviews } from './scss-previews.ts';
import { TEMPLATE_FILES, type TemplateFiles } from './template-files.ts';
import { offeredFonts } from './template-fonts.ts';
import type { TemplateSaves } from './template-saves.ts';
import { UpstreamError } from './upstream.ts';

const TEMPLATE = /^\/client\/api\/templates\/([\w-]{1,64})$/;
const FILE = /^\/client\/api\/templates\/([\w-]{1,64})\/([a-z/]+)$/;

/**
 * What the gateway cannot say for itself in JSON of the services, for content says it of this host: it asks and keeps the
 * status.
 * While no process of content is ready it sends what is for content here, with its own address behind this one.
 */
const GATEWAY_PROBLEM = /^\/client\/api\/gateway-problems\/(\d+)(?:\/|$)/;
const GATEWAY_PROBLEMS: Record<string, string> = {
  413: 'payload_too_large',
  503: 'service_unreachable',
  504: 'service_timed_out',
};

const TRY_AGAIN = { 'Retry-After': RETRY_AFTER };

export interface TemplateApiParts {
  changes: Pick<ChangeFeed, 'clearEverywhere'>;
  compiledTemplates: CompiledTemplates;
  editors: EditorsOnly;
  scssPreviews: ScssPreviews;
  templateFiles: TemplateFiles;
  templateSaves: TemplateSaves;
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** /client/api: the files of templates, the fonts that they may have, compiling and saving them, clearing what is kept. Its failures are problem+json. */
export class TemplateApi {
  private readonly parts: TemplateApiParts;

  constructor(parts: TemplateApiParts) {
    this.parts = parts;
  }

  /** `path` is the address without a leading /api. */
  async answer(request: IncomingMessage, path: string, requestId: string): Promise<Answer> {
    try {
      if (path === '/client/api/cache' && request.method === 'DELETE')
        return await this.clear(request, requestId);
      if ((path === COMPILED_TEMPLATES || path === MINIFIED_TEMPLATES) && request.method === 'POST')
        return await this.parts.compiledTemplates.answer(request, path, requestId);
      if (path === '/client/api/scss' && request.method === 'POST') {
        const refused = await this.refusal(request, requestId);
        return refused ?? (await this.parts.scssPreviews.answer(request, requestId));
      }
      if (path === '/client/api/fonts' && isRead(request)) {
        const refused = await this.refusal(request, requestId);
        return refused ?? json(200, offeredFonts());
      }
      const saved = request.method === 'PUT' ? TEMPLATE.exec(path)?.[1] : undefined;
      if (saved) {
        const refused = await this.refusal(request, requestId);
        return refused ?? (await this.parts.templateSaves.answer(request, saved, requestId));
      }
      const [, id, name] = FILE.exec(path) ?? [];
      if (id && name && isRead(request) && Object.hasOwn(TEMPLATE_FILES, name)) {
        return await this.file(request, id, name, requestId);
      }
      const status = GATEWAY_PROBLEM.exec(path)?.[1] ?? '';
      const code = GATEWAY_PROBLEMS[status];
      if (code) return problem(Number(status), code, requestId, {}, status === '503' ? TRY_AGAIN : {});
      return problem(404, 'route_not_found', requestId);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return problem(error.visitorStatus, 'service_unavailable', requestId);
    }
  }

  private async clear(request: IncomingMessage, requestId: string): Promise<Answer> {
    const refused = await this.refusal(request, requestId);
    if (refused) return refused;
    await this.parts.changes.clearEverywhere();
    return nothing();
  }

  private async file(request: IncomingMessage, id: string, name: string, requestId: string): Promise<Answer> {
    const refused = TEMPLATE_FILES[name]?.isPublic ? undefined : await this.refusal(request, requestId);
    if (refused) return refused;
    const version = new URL(request.url ?? '', 'http://site').searchParams.get('v');
    const found = await this.parts.templateFiles.read(id, name, version, requestId);
    return found ?? problem(404, 'template_not_found', requestId);
  }

  private async refusal(request: IncomingMessage, requestId: string): Promise<Answer | undefined> {
    const refusal = await this.parts.editors.refuse(request);
    return refusal && problem(refusal.status, refusal.code, requestId);
  }
}
