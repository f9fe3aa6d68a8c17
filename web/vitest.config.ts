import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { words } from './vite.words.ts';

export default defineConfig({
  plugins: [words(), react()],
  test: {
    // Plugins' styles are read as text: see app/plugins/registry/styles.ts.
    css: true,
    restoreMocks: true,
    // Of a machine that does much else at the same time nothing is proved by a short wait.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['app/**/*.test.{ts,tsx}'],
          exclude: ['app/ssr/**', 'app/page/**'],
          setupFiles: ['./vitest.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // The page model is pure: it knows no browser.
          include: ['{server,scripts,app/page}/**/*.test.ts', 'app/ssr/**/*.test.tsx'],
        },
      },
    ],
  },
});
