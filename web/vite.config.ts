import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite.precompress.ts';

/** The browser's bundles: the visitor's script, the islands, and the SPA for editors and admins. */
export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist/client',
    manifest: 'manifest.json',
    target: 'es2022',
    cssMinify: 'lightningcss',
    // Every browser of the target preloads by itself; the polyfill would weigh on the visitor's script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        app: 'app/main.tsx',
        visitor: 'app/visitor/main.ts',
        islands: 'app/visitor/islands.tsx',
        session: 'app/visitor/session.ts',
      },
      // The visitor's script loads the last two by their addresses and calls what they export.
      preserveEntrySignatures: 'exports-only',
      // React apart from both: neither the islands nor the SPA loads the other's code with it.
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// }] },
      },
    },
  },
});
