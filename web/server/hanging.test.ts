import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const MODULE = JSON.stringify(new URL('hanging.ts', import.meta.url).href);

/** How a process ends that does this beside, and what it says. */
async function ended(
  seconds: number,
  work: string,
): Promise<{ signal: NodeJS.Signals | null; said: string }> {
  const script = `import { endIfItHangs } from ${MODULE}; await endIfItHangs(${seconds}); ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Not by what it is ended with itself.
    timeout: 100_000,
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const signal = await new Promise<NodeJS.Signals | null>((done) => {
    child.on('close', (_status, by) => done(by));
  });
  return { signal, said };
}

describe('endIfItHangs', () => {
  it('ends a process whose loop stands still, and says so', async () => {
    const { signal, said } = await ended(2, 'for (;;);');
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(said)).toMatchObject({ level: 'error', service: 'web' });
  });

  it('leaves one alone that goes on, and holds none back that has nothing more to do', async () => {
    // Longer than it may stand still, which on a busy machine it does for a second or two.
    expect(await ended(8, 'setTimeout(() => {}, 12_000)')).toEqual({ signal: null, said: '' });
  });

  it('ends none where it is not asked to', async () => {
    const busy = 'const until = Date.now() + 3000; while (Date.now() < until);';
    expect(await ended(0, busy)).toEqual({ signal: null, said: '' });
  });
});

it.each(['-1', '4', '5.5', 'soon', '3601'])('HANG_SECONDS cannot be %s', (text) => {
  expect(() => readSettings({ HANG_SECONDS: text })).toThrow(
    'web: HANG_SECONDS must be 0 or a number from 5 to 3600',
  );
});
