import type { Template } from '../app/page/types.ts';
import type { RenderAssets, TemplateFileName } from '../app/ssr/assets.ts';
import type { Listener } from './announcements.ts';
import type { Content } from './content.ts';
import { contentHash, servedForms, TEMPLATE_FILES } from './template-files.ts';
import { fontFaces } from './template-fonts.ts';

const KEPT = 100;
const LINKED: TemplateFileName[] = ['css/external', 'css/external-light', 'js/min'];

export type TemplateAssets = Pick<RenderAssets, 'templateCss' | 'fontCss' | 'templateHashes'>;

/**
 * What pages say of their templates, asked for once for each version of each. All of it is forgotten when everything may
 * be another: a restored backup of another copy of the site has other sources under versions that are known here.
 */
export class TemplateCss implements Listener {
  private readonly kept = new Map<string, Promise<TemplateAssets>>();
  private readonly content: Content;

  constructor(content: Content) {
    this.content = content;
  }

  /** Rejects with UpstreamError while content is away. */
  of({ id, version }: Pick<Template, 'id' | 'version'>, requestId: string): Promise<TemplateAssets> {
    const key = `${id} ${version}`;
    const known = this.kept.get(key);
    if (known) return known;
    const assets = this.make(key, id, requestId);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, assets);
    assets.catch(() => this.kept.delete(key));
    return assets;
  }

  invalidate(tags: Iterable<string>): void {
    if ([...tags].includes('site')) this.clear();
  }

  clear(): void {
    this.kept.clear();
  }

  open(): void {
    this.clear();
  }

  close(): void {
    this.clear();
  }

  /** What is read may be newer than the version asked for: then the page that asks is about to be dropped, too. */
  private async make(key: string, id: string, requestId: string): Promise<TemplateAssets> {
    const template = await this.content.template(id, requestId);
    if (!template) return { templateCss: '' };
    // Content tells as soon as it is minified, and pages ask again.
    if (!template.minified) this.kept.delete(key);
    const hashes = LINKED.map((name) => [name, contentHash(TEMPLATE_FILES[name]?.make(template) ?? '')]);
    const templateCss = servedForms(template).inlineCSS;
    return { templateCss, fontCss: fontFaces(template.fonts), templateHashes: Object.fromEntries(hashes) };
  }
}
