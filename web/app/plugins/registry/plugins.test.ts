import { describe, expect, it } from 'vitest';
import { manifests } from './manifests.ts';
import { renderers } from './renderers.ts';

const views = import.meta.glob<string>('../*/render.tsx', { eager: true, query: '?raw', import: 'default' });

/** What does nothing in HTML alone: hooks that keep or do something, and handlers of events. */
const LIVE = /\buse(?:State|Reducer|Effect|LayoutEffect)\(|\son[A-Z]\w+=\{/;

describe.each([...manifests.values()])('$ref', ({ ref, wake }) => {
  it('has a view: else write render.tsx', () => expect(renderers.has(ref)).toBe(true));

  it('wakes if its view does something in the browser: else declare `wake` or move that to script.ts', () => {
    const isLive = LIVE.test(views[`../${ref}/render.tsx`] ?? '');
    expect(isLive && wake === 'none').toBe(false);
  });
});
