import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Limits {
  /** Seconds of processor time, which a busy machine does not shorten. */
  time: number;
  /** Milliseconds by the clock, where the usual ones are not to count. */
  timeout?: number;
  /** Seconds of processor time with which a child that comes to its time by the clock was not merely kept waiting. */
  enoughTime?: number;
  /** How much of it a child has had, in seconds, where the system is not to be asked. */
  processorTime?: (pid: number | undefined) => number;
  /** Megabytes of heap; fewer where there is little memory. */
  memory: number;
  /** Bytes of memory that there are, where the system is not to be asked. */
  available?: number;
  /** Bytes of output. */
  output: number;
  /** Whether it may load native code. */
  hasAddons?: boolean;
  /** Stops it: nobody wants its answer any more. */
  signal?: AbortSignal;
}

/** The machine has no process, memory, file or processor left for a child, or has ended it. No fault of its input. */
export class MachineBusy extends Error {}

/** What a child said, or why it was stopped. */
export type Ran = { output: string } | { stoppedBy: 'time' | 'clock' | 'memory' | 'output' | 'failure' };

/**
 * Milliseconds from a child's start, whatever became of its processor time: for what waits instead of computing. At a load
 * of ten to a processor, what takes one second of it is there after ten.
 */
const AT_MOST = 45_000;
/** Seconds: several times what anything reasonable takes. */
const PROCESSOR_SECONDS = 2;
/**
 * Sets the limit of the shell's own process, which the program then takes over. Where memory runs out all the same, it is
 * the one that the system ends first, with SIGKILL. So the limit of time is the soft one, at which a process gets SIGXCPU:
 * at the hard one it would get SIGKILL too, and nobody could tell a loop from a machine without memory. Both that signal
 * and V8's own end would leave a core file behind.
 */
const WITH_LIMIT =
  '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; ulimit -c 0; ulimit -S -t "$1" && shift && exec "$@"';
/** Of the memory that there is: three children at once leave two fifths of it to the host and its pages. */
const SHARE = 1 / 5;
const MEGABYTE = 1024 * 1024;

/** The folder of the web part: all that a child may read, its packages among it. */
const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Bytes: the machine's memory, or that of the container where it has less. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Megabytes of heap that a child may have. */
export function heapOf({ memory, available = availableMemory() }: Limits): number {
  return Math.min(memory, Math.floor((available * SHARE) / MEGABYTE));
}

/**
 * Runs a program of this folder on an input that nobody vouches for, in a process of its own: it can be stopped
 * whatever it is doing, and takes nothing along when it ends badly. Its environment is empty, it may read the web
 * part's files and write none. Rejects with MachineBusy, and with the signal's reason.
 */
export function runLimited(
  program: string,
  args: readonly string[],
  input: string,
  limits: Limits,
): Promise<Ran> {
  const flags = [
    `--max-old-space-size=${heapOf(limits)}`,
    '--permission',
    '--disable-warning=SecurityWarning',
  ];
  if (limits.hasAddons) flags.push('--allow-addons');
  const script = fileURLToPath(new URL(program, import.meta.url));
  const node = [process.execPath, ...flags, `--allow-fs-read=${WEB}`, script, ...args];
  const options = {
    killSignal: 'SIGKILL',
    maxBuffer: limits.output,
    env: {},
    signal: limits.signal,
  } as const;
  return new Promise((resolve, reject) => {
    let isAtFault = false;
    const shell = ['-c', WITH_LIMIT, 'sh', String(limits.time), ...node];
    const child = execFile('/bin/sh', shell, options, (error, output) => {
      clearTimeout(clock);
      if (!error) resolve({ output });
      else if (limits.signal?.aborted) reject(limits.signal.reason);
      else if (isAtFault) resolve({ stoppedBy: 'clock' });
      else if (isBusy(error)) reject(new MachineBusy(error.message));
      else resolve({ stoppedBy: reasonOf(error) });
    });
    const clock = setTimeout(() => {
      const spent = (limits.processorTime ?? processorTime)(child.pid);
      isAtFault = spent >= (limits.enoughTime ?? PROCESSOR_SECONDS);
      child.kill('SIGKILL');
    }, limits.timeout ?? AT_MOST);
    // A child that ends before it has read everything; the callback tells.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Where the times stand behind the name in /proc, and their unit, which Linux has for all programs. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const TICKS = 100;

/** Seconds that a process has had of the processors; 0 where the system does not tell. */
export function processorTime(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A name may hold blanks and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS;
  } catch {
    return 0;
  }
}

type Failure = Error & {
  code?: string | number | null;
  signal?: NodeJS.Signals | null;
  syscall?: string;
  /** It was stopped by its timeout, or for its output. */
  killed?: boolean;
};

/**
 * The system refused the shell, or the shell could not become the program (126, 127); or it came to its time by the
 * clock before that of the processor, for which others have it; or the system ended it for want of memory.
 */
export function isBusy({ code, syscall, killed, signal }: Failure): boolean {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return false;
  if (killed === true || signal === 'SIGKILL') return true;
  return syscall?.startsWith('spawn') === true || code === 126 || code === 127;
}

/** V8 aborts where its heap is full. */
function reasonOf({ code, signal }: Failure): 'time' | 'memory' | 'output' | 'failure' {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'output';
  if (signal === 'SIGXCPU') return 'time';
  return signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'failure';
}
