import { type Limits, runLimited } from './limited-child.ts';
import { oneAtATime } from './one-at-a-time.ts';

const LIMITS: Limits = { time: 5, memory: 256, output: 16 * 1024 * 1024, hasAddons: true };
const KINDS = { inlineCSS: 'css', externalCSS: 'css', js: 'js' } as const;

/** What of a template browsers get. */
export type Served = Record<keyof typeof KINDS, string>;

const inTurn = oneAtATime();

/**
 * What browsers get of a template in fewer bytes, or as it is where that cannot be had: browsers skip what they do not
 * understand, and its author sees the fault there as without us.
 *
 * In a process of its own, one at a time: the compilers are native, and a source that is nested deep enough ends the
 * process that they run in. Then each of them gets another one.
 */
export async function minifyTemplate(sources: Served): Promise<Served> {
  const entries = Object.entries(KINDS).map(([name, kind]) => ({
    name,
    kind,
    source: sources[name as keyof Served],
  }));
  const together = await inChild(entries.map(({ kind, source }) => [kind, source]));
  const apart = together ?? (await Promise.all(entries.map(({ kind, source }) => minify(kind, source))));
  return Object.fromEntries(entries.map(({ name }, index) => [name, apart[index]])) as Served;
}

export async function minify(kind: 'css' | 'js', source: string): Promise<string> {
  const [made = source] = (await inChild([[kind, source]])) ?? [];
  return made;
}

/** Undefined where the child has come to a bad end. */
function inChild(sources: [kind: string, source: string][]): Promise<string[] | undefined> {
  if (!sources.some(([, source]) => source.trim())) return Promise.resolve(sources.map(() => ''));
  return inTurn(async () => {
    const ran = await runLimited('minify-child.ts', [], JSON.stringify(sources), LIMITS);
    return 'output' in ran ? (JSON.parse(ran.output) as string[]) : undefined;
  });
}
