import type { Messages } from './i18n.ts';

/**
 * Where catalogues are, by their paths: the shared ones and each plugin's own. A list that grows with every plugin and
 * language, which visitors of English sites do not load.
 */
export const catalogues: Record<string, () => Promise<Messages>> = {
  ...import.meta.glob<Messages>(['./visitors/*.po', './problems/*.po'], { import: 'default' }),
  ...import.meta.glob<Messages>('../plugins/*/words/*.po', { import: 'default' }),
};
