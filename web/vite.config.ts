import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkNames, INPUTS, ofVisitors } from './vite.chunks.ts';
import { precompress } from './vite.precompress.ts';
import { words } from './vite.words.ts';

/** Run with the press of Edit, having lain ready: browsers that heed the hint compile them before, beside the main thread. */
const EAGER = new Set(['rich-text', 'text-model']);

/** The browser's bundles: the visitor's script, the islands, and the SPA for editors and admins. */
export default defineConfig({
  plugins: [words(), react(), precompress()],
  build: {
    outDir: 'dist/client',
    manifest: 'manifest.json',
    target: 'es2022',
    cssMinify: 'lightningcss',
    modulePreload: {
      // Every browser of the target preloads by itself; the polyfill would weigh on the visitor's script.
      polyfill: false,
      resolveDependencies: (file, needed, { hostId }) =>
        ofVisitors(file) || ofVisitors(hostId) ? [] : needed,
    },
    reportCompressedSize: false,
    // Kilobytes: the editor of templates, which is loaded on its own screen alone.
    chunkSizeWarningLimit: 650,
    rolldownOptions: {
      input: INPUTS,
      // The visitor's script loads the last three by their addresses and calls what they export.
      preserveEntrySignatures: 'allow-extension',
      // The generated client's index would be kept, and all calls with it, for what its files might do besides.
      treeshake: { moduleSideEffects: [{ test: /\/app\/api\/generated\//, sideEffects: false }] },
      // Otherwise the numbers that several entries share (limits.ts) would be a file that visitors wait for.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        postBanner: ({ name }) => (EAGER.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: [
            // Apart from both: neither the islands nor the SPA loads the other's code with it.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 1 },
            // Asks for a stack trace when it is run, for which the browser parses its whole file once more.
            { name: 'text-model', test: /node_modules\/(?:prosemirror-model|orderedmap)\//, priority: 1 },
            { name: createChunkNames(), debugName: 'screens', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
