import type { ColourBlindMethod } from './colour-blindness.ts';
import { type Limits, type Ran, runLimited } from './limited-child.ts';
import { oneAtATime } from './one-at-a-time.ts';

const LIMITS: Limits = { time: 5, memory: 256, output: 16 * 1024 * 1024 };
const MOST_WAITING = 20;

export interface ScssJob {
  sharedSCSS: string;
  /** What to compile, each by itself with the shared source before it, by the name that faults call it. */
  sources: Record<string, string>;
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

/** Too many wait already. */
export class CompilerBusy extends Error {}

const STOPPED: Record<Extract<Ran, { stoppedBy: string }>['stoppedBy'], string> = {
  time: 'Compiling this takes too long. Look for a loop that does not end.',
  memory: 'Compiling this needs too much memory. Look for a loop that does not end.',
  output: 'This makes too much CSS.',
  failure:
    'This is too large or too complex to compile. Look for a loop that does not end, and for very deep nesting.',
};

const inTurn = oneAtATime();
let waiting = 0;

/** Compiles SCSS with Dart Sass in a limited process, one job at a time. Rejects with CompilerBusy. */
export async function compileScss(job: ScssJob, limits = LIMITS): Promise<ScssResult> {
  const sources = Object.fromEntries(Object.entries(job.sources).filter(([, source]) => source.trim()));
  const blank = Object.fromEntries(Object.keys(job.sources).map((field) => [field, '']));
  if (!Object.keys(sources).length) return { css: blank, warnings: [] };
  if (waiting >= MOST_WAITING) throw new CompilerBusy();
  waiting++;
  const result = await inTurn(() => inChild({ ...job, sources }, limits)).finally(() => waiting--);
  return 'css' in result ? { ...result, css: { ...blank, ...result.css } } : result;
}

async function inChild(job: ScssJob, limits: Limits): Promise<ScssResult> {
  const ran = await runLimited('scss-child.ts', [], JSON.stringify(job), limits);
  if ('output' in ran) return JSON.parse(ran.output);
  const [field = 'sharedSCSS'] = Object.keys(job.sources);
  return { faults: [{ field, line: 1, column: 1, detail: STOPPED[ran.stoppedBy] }] };
}
