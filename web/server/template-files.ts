import { hash } from 'node:crypto';
import { lightCss } from '../app/page-view/dark-mode.ts';
import { Answer } from './answer.ts';
import type { Content, TemplateSource } from './content.ts';
import { PageCache } from './page-cache.ts';

/** Of files and their compressed forms together. */
const MOST_BYTES = 16 * 1024 * 1024;
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
  // For sites whose pages stay light.
  'css/external-light': {
    type: CSS,
    isPublic: true,
    make: (template) => lightCss(servedForms(template).externalCSS),
  },
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

/** What says, in a file's address, which content is meant. */
export function contentHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** Gives the files of templates, and keeps those for everybody, each once for each content, as long as there is room. */
export class TemplateFiles {
  private readonly kept: PageCache;
  private readonly content: Content;

  constructor(content: Content, mostBytes = MOST_BYTES) {
    this.content = content;
    this.kept = new PageCache(mostBytes);
    // What is kept by the hash of its content is never stale, whether or not changes are heard of.
    this.kept.open();
  }

  /**
   * The file, or undefined where there is no such template. Pages link to it with the hash of its content, which makes
   * it good for ever. Without one, and under the hash of what is no longer there, it is the present file, which
   * browsers ask for each time. Throws UpstreamError.
   */
  async read(
    id: string,
    name: string,
    wanted: string | null,
    requestId: string,
  ): Promise<Answer | undefined> {
    const kept = this.kept.get(`${id} ${name} ${wanted} ${FOR_GOOD}`);
    if (kept) return kept;
    const template = await this.content.template(id, requestId);
    if (!template) return undefined;
    const file = TEMPLATE_FILES[name] as TemplateFile;
    const text = file.make(template);
    if (!file.isPublic) return made(file, text, 'no-store');
    // By the hash of what is there, not by the one that was asked for: anybody can ask for any.
    const present = contentHash(text);
    const lifetime = wanted === present ? FOR_GOOD : 'no-cache';
    return this.kept.obtain(`${id} ${name} ${present} ${lifetime}`, async () => {
      return { answer: made(file, text, lifetime), tags: [] };
    });
  }
}

function made(file: TemplateFile, text: string, lifetime: string): Answer {
  return new Answer(200, { 'Content-Type': file.type, 'Cache-Control': lifetime }, text);
}
