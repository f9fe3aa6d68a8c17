import { defineConfig } from 'vite';
import { buildFor, plugins } from './vite.browser.ts';
import { createChunkNames, INPUTS } from './vite.chunks.ts';
import { plainImports } from './vite.plain-imports.ts';

const { rolldownOptions, ...build } = buildFor({
  folder: 'client',
  input: INPUTS,
  chunkName: createChunkNames(),
});

/** Visitors' pages: their script, the islands, and the plugins' own scripts. */
export default defineConfig({
  plugins: [...plugins(), plainImports()],
  build: {
    ...build,
    // Pages name the files of their own plugins, see app/ssr: a list of all would weigh more than some plugins do, and
    // the polyfill, which no browser of the target needs, more than the visitor's script.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // The visitor's script loads islands, session and trackers by their addresses and calls what they export.
    rolldownOptions: {
      ...rolldownOptions,
      preserveEntrySignatures: 'allow-extension',
      output: {
        ...rolldownOptions.output,
        // In the page, beside each island: as short as can be.
        entryFileNames: ({ name }) => `assets/${name.startsWith('render-') ? 'render' : name}-[hash].js`,
      },
    },
  },
});
