import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('minify-child.ts', import.meta.url));
// Nothing of ours is in its environment: it needs no secrets.
const OPTIONS = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024, env: {} } as const;

let last: Promise<unknown> = Promise.resolve();

/**
 * The source in fewer bytes, or as it is where that cannot be had: browsers skip what they do not understand, and its
 * author sees the fault there as without us.
 *
 * In a process of its own, one at a time: the compilers are native, and a source that is nested deep enough ends the
 * process that they run in.
 */
export function minify(kind: 'css' | 'js', source: string): Promise<string> {
  if (!source.trim()) return Promise.resolve('');
  const mine = last.then(() => inChild(kind, source));
  last = mine;
  return mine;
}

function inChild(kind: string, source: string): Promise<string> {
  return new Promise((resolve) => {
    const args = ['--max-old-space-size=256', CHILD, kind];
    const child = execFile(process.execPath, args, OPTIONS, (error, output) =>
      resolve(error ? source : output),
    );
    // A child that ends before it has read everything; the callback tells.
    child.stdin?.on('error', () => {});
    child.stdin?.end(source);
  });
}
