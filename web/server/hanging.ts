/**
 * The end of a host whose event loop stands still, as a template's script may have it, so that what supervises it starts it
 * anew: Docker says of a container that hangs that it is unhealthy, and leaves it alone.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const BEAT = 1000;

/** A thread of its own, since the loop is what it watches. Time in which all of the process was stopped does not count. */
const WATCH = `
const { parentPort, workerData: { beats, seconds } } = require('node:worker_threads');
parentPort.postMessage('watching');
const never = new Int32Array(new SharedArrayBuffer(4));
for (let seen = -1, missed = 0; ; ) {
  Atomics.wait(never, 0, 0, 1000);
  const beat = Atomics.load(beats, 0);
  missed = beat === seen ? missed + 1 : 0;
  seen = beat;
  if (missed < seconds) continue;
  const message = 'ended, since nothing else was done for ' + seconds + ' s';
  const line = { time: new Date().toISOString(), level: 'error', service: 'web', message };
  try {
    require('node:fs').writeSync(1, JSON.stringify(line) + '\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
`;

/** From when it resolves this process ends once its event loop has stood still for so many seconds; 0 for never. */
export async function endIfItHangs(seconds: number): Promise<void> {
  if (!seconds) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(WATCH, {
    eval: true,
    // It would be read as this process is told to read its own code.
    execArgv: [],
    workerData: { beats, seconds },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  await once(watch, 'message');
  watch.unref();
  setInterval(() => Atomics.add(beats, 0, 1), BEAT).unref();
}
