/** How tests wait: for as long as the modules take that are being loaded, and some seconds more. */
import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';

type Wait = () => Promise<unknown>;
type Wrapper = ((wait: Wait) => Promise<unknown>) & { library?: Wrapper };

/** Milliseconds that a wait takes, and takes once more when nothing is being loaded any more. */
const TIMEOUT = 20_000;

// Tests set the clock, which is of no use here.
const now = performance.now.bind(performance);
const { setTimeout: later } = globalThis;

/**
 * Has each wait of Testing Library begin anew once nothing is being loaded any more: what a screen loads when it is opened
 * can take longer on a busy machine than any time-out that a test should have, and is part of the wait for what it shows.
 */
export function waitForModules(): void {
  const wrapper: Wrapper = getConfig().asyncWrapper;
  // Of the file before it is this one already.
  const library = wrapper.library ?? wrapper;
  const wrapped = Object.assign((wait: Wait) => library(() => waitWhileLoading(wait)), { library });
  configure({ asyncUtilTimeout: TIMEOUT, asyncWrapper: wrapped });
}

async function waitWhileLoading(wait: Wait): Promise<unknown> {
  for (let isLast = false; ; ) {
    const begun = now();
    try {
      return await wait();
    } catch (fault) {
      // What is pressed and typed comes through here, too, and so do waits with a shorter time of their own.
      // Timers count whole milliseconds, and may come a little before their time by this clock.
      if (isLast || now() - begun < 0.9 * getConfig().asyncUtilTimeout) throw fault;
      isLast = !(await untilLoaded());
    }
  }
}

/** Returns once nothing is being loaded; whether something was. */
async function untilLoaded(): Promise<boolean> {
  let isLoaded = false;
  const loading = vi.dynamicImportSettled().then(() => {
    isLoaded = true;
  });
  // Where nothing is being loaded that is so after one turn of the timers.
  await new Promise((resolve) => later(resolve, 20));
  const wasLoading = !isLoaded;
  await loading;
  return wasLoading;
}
