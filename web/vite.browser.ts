import react from '@vitejs/plugin-react';
import type { BuildOptions, PluginOption } from 'vite';
import type { Modules } from './vite.modules.ts';
import { precompress } from './vite.precompress.ts';
import { words } from './vite.words.ts';

interface Bundle {
  /** Its name below dist; the web host serves what is in its assets from /assets. */
  folder: string;
  input: Record<string, string>;
  /** By file, what goes into it besides React. */
  groups?: readonly { name: string; test: RegExp; priority: number }[];
  chunkName: (id: string, modules: Modules) => string | null;
}

/** What the builds for browsers have in common: that of visitors' pages, and that of the screens. */
export const plugins = (): PluginOption[] => [words(), react(), precompress()];

type Rolldown = NonNullable<BuildOptions['rolldownOptions']>;

export function buildFor({ folder, input, groups = [], chunkName }: Bundle) {
  return {
    outDir: `dist/${folder}`,
    manifest: 'manifest.json',
    target: 'es2022',
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    rolldownOptions: {
      input,
      // The generated client's index would be kept, and all calls with it, for what its files might do besides.
      treeshake: { moduleSideEffects: [{ test: /\/app\/api\/generated\//, sideEffects: false }] },
      // Otherwise the numbers that several entries share (limits.ts) would be a file that visitors wait for.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // Apart from all else: it changes less often.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
            ...groups,
            { name: chunkName, debugName: 'chunks', includeDependenciesRecursively: false },
          ],
        },
      },
    } satisfies Rolldown,
  } satisfies BuildOptions;
}
