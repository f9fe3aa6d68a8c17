import type { Template } from '../app/page/types.ts';
import type { Content } from './content.ts';
import { servedForms } from './template-files.ts';

const KEPT = 100;

/** The inline CSS of templates, asked for once for each version of each. */
export class TemplateCss {
  private readonly kept = new Map<string, Promise<string>>();
  private readonly content: Content;

  constructor(content: Content) {
    this.content = content;
  }

  /** Rejects with UpstreamError while content is away. */
  of({ id, version }: Pick<Template, 'id' | 'version'>, requestId: string): Promise<string> {
    const key = `${id} ${version}`;
    const known = this.kept.get(key);
    if (known) return known;
    const css = this.make(key, id, requestId);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, css);
    css.catch(() => this.kept.delete(key));
    return css;
  }

  /** What is read may be newer than the version asked for: then the page that asks is about to be dropped, too. */
  private async make(key: string, id: string, requestId: string): Promise<string> {
    const template = await this.content.template(id, requestId);
    if (!template) return '';
    // Content tells as soon as it is minified, and pages ask again.
    if (!template.minified) this.kept.delete(key);
    return servedForms(template).inlineCSS;
  }
}
