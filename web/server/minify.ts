import { type Limits, MachineBusy, runLimited } from './limited-child.ts';
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
export async function minifyTemplate(sources: Served, signal?: AbortSignal): Promise<Served> {
  const entries = Object.entries(KINDS).map(([name, kind]) => ({
    name,
    kind,
    source: sources[name as keyof Served],
  }));
  const together = await inChild(
    entries.map(({ kind, source }) => [kind, source]),
    signal,
  );
  const apart =
    together ?? (await Promise.all(entries.map(({ kind, source }) => minify(kind, source, signal))));
  return Object.fromEntries(entries.map(({ name }, index) => [name, apart[index]])) as Served;
}

/** The same within some milliseconds; undefined where the machine is too busy for that. */
export async function minifyTemplateWithin(time: number, sources: Served): Promise<Served | undefined> {
  if (time < 1) return undefined;
  const signal = AbortSignal.timeout(Math.floor(time));
  const made = minifyTemplate(sources, signal).catch((error) => {
    if (error instanceof MachineBusy || signal.aborted) return undefined;
    throw error;
  });
  // Its turn may not have come: nobody waits for that any longer, either.
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  return Promise.race([made, late]);
}

export async function minify(kind: 'css' | 'js', source: string, signal?: AbortSignal): Promise<string> {
  const [made = source] = (await inChild([[kind, source]], signal)) ?? [];
  return made;
}

/** Undefined where the child has come to a bad end. */
function inChild(
  sources: [kind: string, source: string][],
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  if (!sources.some(([, source]) => source.trim())) return Promise.resolve(sources.map(() => ''));
  return inTurn(async () => {
    signal?.throwIfAborted();
    const ran = await runLimited('minify-child.ts', [], JSON.stringify(sources), { ...LIMITS, signal });
    return 'output' in ran ? (JSON.parse(ran.output) as string[]) : undefined;
  });
}
