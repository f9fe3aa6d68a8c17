import { byRef } from './by-ref.ts';

const styles = byRef(
  import.meta.glob<string>('../*/styles.css', { eager: true, query: '?inline', import: 'default' }),
);

/** The default looks of the plugins named, each once, in the order of their names so that equal sets give equal text. */
export function pluginCss(refs: Iterable<string>): string {
  return [...new Set(refs)]
    .sort()
    .map((ref) => styles.get(ref) ?? '')
    .join('');
}
