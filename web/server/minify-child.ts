/** The child of minify.ts: takes pairs of kind and source from its input, writes the smaller forms to its output, as JSON. */
import { text } from 'node:stream/consumers';

const makers: Record<string, (source: string) => Promise<string>> = { css: smallStyles, js: smallScript };

/** Syntax is kept as it is: no browser targets, so nothing is rewritten. */
async function smallStyles(source: string): Promise<string> {
  const { transform } = await import('lightningcss');
  const { code } = transform({
    filename: 'template.css',
    code: Buffer.from(source),
    minify: true,
    errorRecovery: true,
  });
  return Buffer.from(code).toString();
}

async function smallScript(source: string): Promise<string> {
  const { minify } = await import('rolldown/utils');
  const { code, errors } = await minify('template.js', source, { module: false });
  if (errors.length) throw new Error('The script cannot be read.');
  return code;
}

/** A source that cannot be read stays as it is. */
async function small([kind, source]: [string, string]): Promise<string> {
  const make = makers[kind];
  if (!make || !source.trim()) return '';
  return make(source).catch(() => source);
}

const sources: [string, string][] = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await Promise.all(sources.map(small))));
