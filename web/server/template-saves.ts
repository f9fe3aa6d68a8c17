import type { IncomingMessage } from 'node:http';
import { Answer, json, problem } from './answer.ts';
import type { Content, TemplateSource } from './content.ts';
import { apiTokenOf, type Identity } from './identity.ts';
import { type Fault, invalid, readJson } from './json-body.ts';

/** Each action's member of `meta`, and the field of the template that it sets. */
const ACTIONS: Record<string, { member: 'scss' | 'js' | 'fonts'; field: keyof TemplateSource }> = {
  TEMPLATE_SET_SHARED_SCSS: { member: 'scss', field: 'sharedSCSS' },
  TEMPLATE_SET_INLINE_SCSS: { member: 'scss', field: 'inlineSCSS' },
  TEMPLATE_SET_EXTERNAL_SCSS: { member: 'scss', field: 'externalSCSS' },
  TEMPLATE_SET_JS: { member: 'js', field: 'js' },
  TEMPLATE_SET_FONTS: { member: 'fonts', field: 'fonts' },
};
const MOST_ACTIONS = 1000;
const SOURCES = [
  'name',
  'sharedSCSS',
  'inlineSCSS',
  'externalSCSS',
  'inlineCSS',
  'externalCSS',
  'js',
  'fonts',
] as const;

/** Saves actions on a template: content compiles and stores the result with the sender's rights. */
export class TemplateSaves {
  private readonly content: Content;
  private readonly identity: Identity;

  constructor(content: Content, identity: Identity) {
    this.content = content;
    this.identity = identity;
  }

  /** Throws UpstreamError. */
  async answer(request: IncomingMessage, id: string, requestId: string): Promise<Answer> {
    const body = await readJson(request, requestId);
    if (!('value' in body)) return body.refused;
    const { changes, faults } = readActions(body.value);
    if (faults.length) return invalid(faults, requestId);
    const template = await this.content.template(id, requestId);
    if (!template) return problem(404, 'template_not_found', requestId);
    if (!Object.keys(changes).length) return json(200, withoutMinified(template));
    const sources = Object.fromEntries(SOURCES.map((name) => [name, template[name]]));
    const headers = await this.headersFor(request, template, requestId);
    const saved = await this.content.replaceTemplate(id, { ...sources, ...changes }, headers);
    return passedOn(saved);
  }

  private async headersFor(
    request: IncomingMessage,
    template: TemplateSource,
    requestId: string,
  ): Promise<Record<string, string>> {
    const token = apiTokenOf(request) ?? (await this.identity.of(request))?.token;
    const read = request.headers['if-match'];
    const headers: Record<string, string> = {
      Authorization: `Bearer ${token}`,
      'X-Request-Id': requestId,
    };
    // Whatever the version is, these sources go with the one that was just read.
    if (read !== undefined) headers['If-Match'] = read.trim() === '*' ? `"${template.version}"` : read;
    return headers;
  }
}

/** Of each kind of action the last one counts. */
function readActions(body: Record<string, unknown>): { changes: Record<string, unknown>; faults: Fault[] } {
  const changes: Record<string, unknown> = {};
  const faults: Fault[] = Object.keys(body)
    .filter((name) => name !== 'actions')
    .map((field) => ({ field, code: 'unknown_field', detail: 'There is no such field.' }));
  const { actions } = body;
  if (!Array.isArray(actions) || actions.length > MOST_ACTIONS) {
    const detail = `Send a list of at most ${MOST_ACTIONS} actions.`;
    return { changes, faults: [...faults, { field: 'actions', code: 'list_type', detail }] };
  }
  actions.forEach((action, index) => {
    const known = Object.hasOwn(ACTIONS, action?.name) ? ACTIONS[action.name] : undefined;
    const value = known && action.meta?.[known.member];
    if (!known) {
      const detail = `Choose one of: ${Object.keys(ACTIONS).join(', ')}.`;
      faults.push({ field: `actions.${index}.name`, code: 'enum', detail });
    } else if (typeof value !== 'string' && !(known.member === 'fonts' && Array.isArray(value))) {
      const detail = known.member === 'fonts' ? 'Send a list, or its JSON.' : 'This has to be text.';
      faults.push({ field: `actions.${index}.meta.${known.member}`, code: 'string_type', detail });
    } else changes[known.field] = value;
  });
  return { changes, faults };
}

function withoutMinified({ minified: _, ...template }: TemplateSource): Omit<TemplateSource, 'minified'> {
  return template;
}

function passedOn({ status, headers, body }: Awaited<ReturnType<Content['replaceTemplate']>>): Answer {
  const kept: Record<string, string> = {
    'Content-Type': headers['content-type'] ?? 'application/json',
    'Cache-Control': 'no-store',
  };
  for (const name of ['ETag', 'Retry-After'] as const) {
    const value = headers[name.toLowerCase()];
    if (typeof value === 'string') kept[name] = value;
  }
  return new Answer(status, kept, body);
}
