/** The islands' bundle: the only part of a visitor's page that has React, loaded when an island comes into view. */
import { type ReactNode, useEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { PluginSlot } from '../page-view/plugin-slot.tsx';
import { loadView } from '../plugins/registry/islands.ts';

const awake = new Map<HTMLElement, Root>();

/** Makes one island interactive, alone, and is done when it is; the rest of the page stays plain HTML. */
export async function hydrate(island: HTMLElement, load: typeof loadView = loadView): Promise<void> {
  const View = await load(island.dataset.island ?? '');
  if (!View || awake.has(island) || !island.isConnected) return;
  const context = island.closest<HTMLElement>('[data-context]')?.dataset.context ?? '{}';
  const props = { ...JSON.parse(island.dataset.props ?? '{}'), context: JSON.parse(context) };
  const options = { identifierPrefix: props.plugin.id };
  await new Promise<void>((resolve) => {
    const slot = (
      <Awake onAwake={resolve}>
        <PluginSlot View={View} {...props} />
      </Awake>
    );
    awake.set(island, hydrateRoot(island, slot, options));
  });
}

/** Tells when all that is in it has its handlers and has run its first effects. */
function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }): ReactNode {
  useEffect(onAwake, [onAwake]);
  return children;
}

addEventListener('pagewright:navigated', () => {
  for (const [island, root] of awake) {
    if (island.isConnected) continue;
    root.unmount();
    awake.delete(island);
  }
});
