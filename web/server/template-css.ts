import { transform } from 'lightningcss';
import type { Template } from '../app/page/types.ts';
import type { Log } from './log.ts';

const KEPT = 100;

/** Minifies the inline CSS of templates, once for each version of each. */
export class TemplateCss {
  private readonly kept = new Map<string, string>();
  private readonly log: Log;

  constructor(log: Log) {
    this.log = log;
  }

  of(template: Pick<Template, 'id' | 'version' | 'inlineCSS'>): string {
    const key = `${template.id} ${template.version}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const css = this.minify(template);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(key, css);
    return css;
  }

  private minify({ id, inlineCSS }: Pick<Template, 'id' | 'inlineCSS'>): string {
    try {
      return minifyCss(inlineCSS);
    } catch (error) {
      // A template that cannot be read is still the site's look: browsers skip what they do not understand.
      this.log('warning', 'template CSS not minified', { template: id, error });
      return inlineCSS;
    }
  }
}

/** Throws on what no recovery makes CSS. Syntax is kept as it is: no browser targets, so nothing is rewritten. */
export function minifyCss(css: string): string {
  const { code } = transform({
    filename: 'template.css',
    code: Buffer.from(css),
    minify: true,
    errorRecovery: true,
  });
  return Buffer.from(code).toString();
}
