import { Answer } from './answer.ts';
import type { Content, TemplateSource } from './content.ts';

const KEPT = 200;
const FOR_GOOD = 'public, max-age=31536000, immutable';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const SOURCE = 'text/plain; charset=utf-8';

interface TemplateFile {
  type: string;
  /** Sources are the editors'; what pages link to is everybody's. */
  isPublic: boolean;
  make: (template: TemplateSource) => string;
}

/** What can be had of a template, by the end of its address. */
export const TEMPLATE_FILES: Record<string, TemplateFile> = {
  'css/inline': { type: CSS, isPublic: true, make: (template) => servedForms(template).inlineCSS },
  'css/external': { type: CSS, isPublic: true, make: (template) => servedForms(template).externalCSS },
  'js/min': { type: SCRIPT, isPublic: true, make: (template) => servedForms(template).js },
  js: { type: SCRIPT, isPublic: false, make: ({ js }) => js },
  fonts: { type: 'application/json', isPublic: true, make: ({ fonts }) => JSON.stringify(fonts) },
  'scss/shared': { type: SOURCE, isPublic: false, make: ({ sharedSCSS }) => sharedSCSS },
  'scss/inline': { type: SOURCE, isPublic: false, make: ({ inlineSCSS }) => inlineSCSS },
  'scss/external': { type: SOURCE, isPublic: false, make: ({ externalSCSS }) => externalSCSS },
};

/** What browsers get of a template: the sources themselves until content has them minified. */
export function servedForms(
  template: TemplateSource,
): Pick<TemplateSource, 'inlineCSS' | 'externalCSS' | 'js'> {
  return template.minified ?? template;
}

/** Gives the files of templates, and keeps those for everybody, each once for each version. */
export class TemplateFiles {
  private readonly kept = new Map<string, Answer>();
  private readonly content: Content;

  constructor(content: Content) {
    this.content = content;
  }

  /**
   * The file, or undefined where there is no such template. Pages link to it with the template's version, which
   * makes it good for ever; without, and until it is minified, browsers ask each time. Throws UpstreamError.
   */
  async read(
    id: string,
    name: string,
    version: string | null,
    requestId: string,
  ): Promise<Answer | undefined> {
    const kept = this.kept.get(`${id} ${name} ${version} ${FOR_GOOD}`);
    if (kept) return kept;
    const template = await this.content.template(id, requestId);
    if (!template) return undefined;
    const file = TEMPLATE_FILES[name] as TemplateFile;
    if (!file.isPublic) return made(file, template, 'no-store');
    if (!template.minified) return made(file, template, 'no-cache');
    const lifetime = version === String(template.version) ? FOR_GOOD : 'no-cache';
    // By the template's version, not by the one that was asked for: anybody can ask for any.
    const key = `${id} ${name} ${template.version} ${lifetime}`;
    return this.kept.get(key) ?? this.keep(key, made(file, template, lifetime));
  }

  private keep(key: string, answer: Answer): Answer {
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, answer);
    return answer;
  }
}

function made(file: TemplateFile, template: TemplateSource, lifetime: string): Answer {
  const headers = { 'Content-Type': file.type, 'Cache-Control': lifetime };
  return new Answer(200, headers, file.make(template));
}
