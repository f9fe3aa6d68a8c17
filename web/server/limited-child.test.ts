import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Limits, MachineBusy, runLimited } from './limited-child.ts';

const MINUTE: Limits = { time: 60, timeout: 300_000, memory: 256, output: 1024 * 1024 };
const ENDLESS = JSON.stringify({
  sharedSCSS: '',
  families: [],
  sources: { inlineSCSS: '$i: 0; @while true { $i: $i + 1 }' },
});

/** The process that has an argument of its own in its command line. */
function processOf(argument: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => commandOf(pid).includes(argument));
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

describe('runLimited', () => {
  it('says of a child that the system ends for want of memory that nothing is wrong with its input', async () => {
    const mark = `ended-${crypto.randomUUID()}`;
    const running = runLimited('scss-child.ts', [mark], ENDLESS, MINUTE).catch((error) => error);
    // As the kernel does it, which chooses these first.
    const pid = await vi.waitUntil(() => processOf(mark), { timeout: 30_000, interval: 20 });
    process.kill(pid, 'SIGKILL');
    expect(await running).toBeInstanceOf(MachineBusy);
  });

  it('says of a child that has had all of its time that it was too slow', async () => {
    expect(await runLimited('scss-child.ts', [], ENDLESS, { ...MINUTE, time: 1 })).toEqual({
      stoppedBy: 'time',
    });
  });
});
