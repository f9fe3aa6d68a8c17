import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { words } from './vite.words.ts';

const DOM = 'app/**/*.dom.test.ts';

export default defineConfig({
  plugins: [words(), react()],
  test: {
    // Plugins' styles are read as text: see app/plugins/registry/styles.ts.
    css: true,
    restoreMocks: true,
    // Of a machine that does much else at the same time nothing is proved by a short wait. What does not come is found
    // out by the waits themselves (app/testing/waiting.ts); these end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // By default one processor is left idle.
    maxWorkers: '100%',
    // The next file finds the modules loaded, and the document emptied by vitest.setup.ts.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['app/**/*.test.tsx', DOM],
          exclude: ['app/ssr/**'],
          setupFiles: ['./vitest.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // What knows no browser: the host, the page model, and whatever is not about a document.
          include: ['{server,scripts,app}/**/*.test.ts', 'app/ssr/**/*.test.tsx'],
          exclude: [DOM],
        },
      },
    ],
  },
});
