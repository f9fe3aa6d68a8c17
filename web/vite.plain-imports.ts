import type { Plugin } from 'vite';

/** The list of files to load before another one, as Vite writes it into a file that has some. */
const LIST = '__vite__mapDeps';

/**
 * Has each `import()` be the browser's own. Vite wraps it in a call that loads the styles of the file before it and announces
 * what could not be loaded: half a KB on each page with an island, where nothing has such styles or hears of it. A view
 * that came to have such styles would be drawn without them, so that the build ends.
 */
export function plainImports(): Plugin {
  return {
    name: 'pagewright:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    generateBundle: {
      // Vite writes the lists last of all.
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && part.code.includes(LIST))
            this.error(
              `${part.fileName} loads a part with styles of its own: they belong into the plugin's styles.css.`,
            );
      },
    },
  };
}
