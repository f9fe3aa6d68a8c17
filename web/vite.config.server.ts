import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { words } from './vite.words.ts';

/** The server's bundle. React is bundled in, in its production build whatever NODE_ENV the host runs with. */
export default defineConfig({
  plugins: [words(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: 'dist/server',
    ssr: 'app/server-entry.tsx',
    target: 'node24',
    minify: true,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    // The host has every language at hand; that some are loaded when first needed is for browsers.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
});
