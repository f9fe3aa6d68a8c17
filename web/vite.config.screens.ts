import { defineConfig } from 'vite';
import { buildFor, plugins } from './vite.browser.ts';
import { APP, createChunkNames } from './vite.chunks.screens.ts';

/** Run with the press of Edit, having lain ready: browsers that heed the hint compile them before, beside the main thread. */
const EAGER = new Set(['rich-text', 'text-model']);

const { rolldownOptions, ...build } = buildFor({
  folder: 'screens',
  input: { app: APP },
  // Asks for a stack trace when it is run, for which the browser parses its whole file once more.
  groups: [{ name: 'text-model', test: /node_modules\/(?:prosemirror-model|orderedmap)\//, priority: 1 }],
  chunkName: createChunkNames(),
});

/**
 * The screens: editor, admin, login and set-up. Built by themselves, so that a file that visitors load too is no file more
 * for the editor to wait for.
 */
export default defineConfig({
  plugins: plugins(),
  // Are with the visitors' files.
  publicDir: false,
  build: {
    ...build,
    modulePreload: { polyfill: false },
    // Kilobytes: the editor of templates, which is loaded on its own screen alone.
    chunkSizeWarningLimit: 650,
    rolldownOptions: {
      ...rolldownOptions,
      output: {
        ...rolldownOptions.output,
        postBanner: ({ name }) => (EAGER.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
});
