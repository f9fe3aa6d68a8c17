/**
 * What the canvas draws and edits plugins with, loaded by kind: those of a page before it opens, another one's before it
 * is put in. So that a page's editor is as heavy as the page, however many kinds there are.
 */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type I18n, wordsOf } from '#words/i18n.ts';
import { loadPluginWords } from '#words/load.ts';
import type { Page } from '../../page/types.ts';
import type { PluginInlineEdit, PluginView, Renderer } from '../../plugins/contract.ts';
import { loadInline } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { loadView } from '../../plugins/registry/views.ts';

export interface PluginParts extends Renderer {
  /** Its editor in the page, where it has one. */
  Inline?: PluginInlineEdit;
}

export type PartsByRef = ReadonlyMap<string, PluginParts>;

/** Stands for a view that is on its way. */
const Waiting: PluginView = () => null;

const store = createStore<PartsByRef>(
  () => new Map([...manifests].map(([ref, manifest]) => [ref, { manifest, View: Waiting }])),
);
const asked = new Map<string, Promise<void>>();

/** The language that the site's pages are drawn in. */
let siteLanguage = 'en';

/** The words of the site's language, as far as they are loaded. */
export const siteWords = (): I18n => wordsOf(siteLanguage);

/**
 * Resolves once plugins of these kinds can be drawn and edited, in the site's language, which the first page that is
 * opened tells; kinds that nobody knows are passed over. Rejects when one cannot be loaded.
 */
export async function loadParts(refs: Iterable<string>, language = siteLanguage): Promise<void> {
  siteLanguage = language;
  await Promise.all(Array.from(refs, (ref) => Promise.all([load(ref), loadPluginWords(ref, language)])));
}

function load(ref: string): Promise<void> {
  const known = asked.get(ref);
  if (known) return known;
  const loading = fetchParts(ref).catch((error: unknown) => {
    asked.delete(ref);
    put(ref, { View: failing(error), Inline: undefined });
    throw error;
  });
  asked.set(ref, loading);
  return loading;
}

async function fetchParts(ref: string): Promise<void> {
  const [View, Inline] = await Promise.all([loadView(ref), loadInline(ref)]);
  if (View) put(ref, { View, Inline });
}

function put(ref: string, parts: Omit<PluginParts, 'manifest'>): void {
  const known = store.getState().get(ref);
  if (known) store.setState(new Map(store.getState()).set(ref, { ...known, ...parts }), true);
}

/** A view that fails as the loading did: what holds the others' faults shows and logs it. */
function failing(error: unknown): PluginView {
  return () => {
    throw error;
  };
}

/**
 * The parts as far as they are there. Those that a page lacks are loaded: an undo or a save's answer may bring in plugins
 * of another kind.
 */
export function useParts(page: Page | undefined): PartsByRef {
  const kinds = useMemo(() => (page ? kindsOf(page).join(' ') : ''), [page]);
  useEffect(() => {
    // What cannot be loaded is drawn as such.
    if (kinds) loadParts(kinds.split(' ')).catch(() => undefined);
  }, [kinds]);
  return useStore(store);
}

/** The kinds of plugins on a page, each once. */
export function kindsOf(page: Page): string[] {
  return [...new Set(page.plugins.map(({ ref }) => ref))].sort();
}
