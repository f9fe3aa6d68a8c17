import type { Template } from '../app/page/types.ts';
import { minify } from './minify.ts';

const KEPT = 100;

/** Minifies the inline CSS of templates, once for each version of each. */
export class TemplateCss {
  private readonly kept = new Map<string, Promise<string>>();

  /** Never rejects. */
  of({ id, version, inlineCSS }: Pick<Template, 'id' | 'version' | 'inlineCSS'>): Promise<string> {
    const key = `${id} ${version}`;
    const known = this.kept.get(key);
    if (known) return known;
    const css = minify('css', inlineCSS);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, css);
    return css;
  }
}
