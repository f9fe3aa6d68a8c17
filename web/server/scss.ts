import type { ColourBlindMethod } from './colour-blindness.ts';
import { type Limits, MachineBusy, type Ran, runLimited } from './limited-child.ts';
import { oneAtATime } from './one-at-a-time.ts';

const LIMITS: Limits = { time: 5, memory: 256, output: 16 * 1024 * 1024 };
const MOST_WAITING = 20;
/** Milliseconds: what has waited for longer is not begun. A job that is begun has all of its own time. */
const LONGEST_WAIT = 30_000;

export interface ScssJob {
  sharedSCSS: string;
  /** What to compile, each by itself with the shared source before it, by the name that faults call it. */
  sources: Record<string, string>;
  /** CSS that is served as it was written; only what it imports is looked at. */
  styles?: Record<string, string>;
  /** Families that stand-ins of the same widths are written behind. */
  families: readonly string[];
  colourBlindMethod?: ColourBlindMethod;
}

/** A fault and where it is; lines and columns count from 1. */
export interface ScssFault {
  field: string;
  line: number;
  column: number;
  detail: string;
}

export type ScssResult = { css: Record<string, string>; warnings: ScssFault[] } | { faults: ScssFault[] };

/** Too many wait already, or have waited for too long, or the machine has nothing left to compile with. */
export class CompilerBusy extends Error {}

const STOPPED: Record<Extract<Ran, { stoppedBy: string }>['stoppedBy'], string> = {
  time: 'Compiling this takes too long. Look for a loop that does not end.',
  clock:
    'Compiling this takes too long. Look for a loop that does not end; if there is none, the server is busy: try again.',
  memory:
    'Compiling this needs too much memory. Look for a loop that does not end, and for text that grows with each round.',
  output: 'This makes too much CSS.',
  failure:
    'This is too large or too complex to compile. Look for a loop that does not end, and for very deep nesting.',
};

/** A queue of its own, with one job at a time. */
function createLane(): { inTurn: ReturnType<typeof oneAtATime>; waiting: number } {
  return { inTurn: oneAtATime(), waiting: 0 };
}

/** What editors try out never stands before what somebody saves. */
const LANES = { saves: createLane(), previews: createLane() };

interface CompileOptions {
  limits?: Limits;
  lane?: keyof typeof LANES;
  /** Milliseconds after which a job that still waits is given up. */
  longestWait?: number;
  /** Ends the job wherever it is; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Whether plain CSS may import: an at-rule's name may be written with escapes. */
const MAY_IMPORT = /@(?:import|[\w-]*\\)/i;

/**
 * Compiles SCSS with Dart Sass in a limited process; each lane has one at a time. Rejects with CompilerBusy, and with
 * the signal's reason.
 */
export async function compileScss(
  job: ScssJob,
  { limits = LIMITS, lane = 'saves', longestWait = LONGEST_WAIT, signal }: CompileOptions = {},
): Promise<ScssResult> {
  const sources = filtered(job.sources, (source) => source.trim() !== '');
  const styles = filtered(job.styles ?? {}, (css) => MAY_IMPORT.test(css));
  const blank = Object.fromEntries(Object.keys(job.sources).map((field) => [field, '']));
  if (!Object.keys({ ...sources, ...styles }).length) return { css: blank, warnings: [] };
  const queue = LANES[lane];
  if (queue.waiting >= MOST_WAITING) throw new CompilerBusy();
  queue.waiting++;
  const asked = performance.now();
  const run = () => {
    signal?.throwIfAborted();
    if (performance.now() - asked > longestWait) throw new CompilerBusy('Too much stood before it.');
    return inChild({ ...job, sources, styles }, { ...limits, signal });
  };
  const result = await queue.inTurn(run).finally(() => queue.waiting--);
  return 'css' in result ? { ...result, css: { ...blank, ...result.css } } : result;
}

function filtered(
  texts: Record<string, string>,
  isWanted: (text: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => isWanted(text)));
}

async function inChild(job: ScssJob, limits: Limits): Promise<ScssResult> {
  try {
    const ran = await runLimited('scss-child.ts', [], JSON.stringify(job), limits);
    if ('output' in ran) return JSON.parse(ran.output);
    const [field = 'sharedSCSS'] = Object.keys({ ...job.sources, ...job.styles });
    return { faults: [{ field, line: 1, column: 1, detail: STOPPED[ran.stoppedBy] }] };
  } catch (error) {
    throw error instanceof MachineBusy ? new CompilerBusy(error.message) : error;
  }
}
