/** The child of minify.ts: takes a source from its input, writes the smaller form to its output. */
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

const make = makers[process.argv[2] ?? ''];
if (!make) throw new Error('Say what it is: css or js.');
process.stdout.write(await make(await text(process.stdin)));
