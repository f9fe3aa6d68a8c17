/** Every source of records, by the name by which a field of type reference or category asks for it. */
import type { AnySource } from './define-source.ts';

const found = import.meta.glob<AnySource>('./sources/*.ts', { eager: true, import: 'default' });
const sources = new Map(
  Object.entries(found).map(([path, source]) => [path.slice('./sources/'.length, -'.ts'.length), source]),
);

export function sourceNamed(name: string): AnySource {
  const source = sources.get(name);
  if (!source) throw new Error(`There is no fields/sources/${name}.ts.`);
  return source;
}
