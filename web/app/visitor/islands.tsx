/** The islands' bundle: the only part of a visitor's page that has React, loaded when an island comes into view. */
import { type ReactNode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { loadPluginWords } from '#words/load.ts';
import { PluginSlot } from '../page-view/plugin-slot.tsx';
import type { PluginView, ViewContext } from '../plugins/contract.ts';

const awake = new Map<HTMLElement, Root>();

/** Makes one island interactive, alone, and is done when it is; the rest of the page stays plain HTML. */
export async function hydrate(
  island: HTMLElement,
  load: (island: HTMLElement) => Promise<PluginView> | undefined = loadView,
): Promise<void> {
  if (!island.isConnected) return;
  const ref = island.dataset.island ?? '';
  const context: ViewContext = JSON.parse(
    island.closest<HTMLElement>('[data-context]')?.dataset.context ?? '{}',
  );
  // React would take other words than the server's for a fault, and draw the island anew.
  const [View] = await Promise.all([load(island), loadPluginWords(ref, context.site.language)]);
  if (!View || awake.has(island) || !island.isConnected) return;
  const props = { ...JSON.parse(island.dataset.props ?? '{}'), context };
  const options = { identifierPrefix: props.plugin.id };
  const isForEditor = island.closest('[data-editor]') !== null;
  await new Promise<void>((resolve) => {
    const slot = (
      <Awake onAwake={resolve}>
        <PluginSlot View={View} {...props} isForEditor={isForEditor} />
      </Awake>
    );
    awake.set(island, hydrateRoot(island, slot, options));
  });
}

/**
 * The view of an island, whose file is the last of those that the page names for it: they lie beside this one. A list of
 * all plugins' files in here would weigh more than some of the plugins do.
 */
async function loadView(island: HTMLElement): Promise<PluginView> {
  const file = island.dataset.files?.split(' ').at(-1);
  return (await import(/* @vite-ignore */ `./${file}`)).default;
}

/** Tells when all that is in it has its handlers and has run its first effects. */
function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }): ReactNode {
  useEffect(onAwake, [onAwake]);
  return children;
}

addEventListener('pagewright:navigated', (event) => {
  /** The page that is kept for the way back. */
  const left: Element | undefined = (event as CustomEvent).detail?.left;
  for (const [island, root] of awake) {
    if (island.isConnected || left?.contains(island)) continue;
    root.unmount();
    awake.delete(island);
  }
});
