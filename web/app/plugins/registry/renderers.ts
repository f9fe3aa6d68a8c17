import type { PluginView, Renderer, Renderers } from '../contract.ts';
import { byRef } from './by-ref.ts';
import { manifests } from './manifests.ts';

const views = byRef(import.meta.glob<PluginView>('../*/render.tsx', { eager: true, import: 'default' }));

/** Every view, for the server, which draws at once. Browsers load the views that they need: see islands.ts. */
export const renderers: Renderers = new Map(
  [...manifests].flatMap(([ref, manifest]): [string, Renderer][] => {
    const View = views.get(ref);
    return View ? [[ref, { manifest, View }]] : [];
  }),
);
