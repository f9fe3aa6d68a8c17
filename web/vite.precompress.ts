import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/;

/** Writes a .br and a .gz beside each text asset, so that the host compresses nothing when it starts or answers. */
export function precompress(): Plugin {
  return {
    name: 'pagewright:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(dir ?? '', 'assets');
      const names = (await readdir(folder)).filter((name) => TEXT.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), deflate(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
