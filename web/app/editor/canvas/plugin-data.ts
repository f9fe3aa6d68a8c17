/**
 * The data of plugins that did not come with the page: they are another service's, were put in a moment ago, or are set up
 * otherwise than they were served. Their service is asked for it once the editor rests, with all such instances of the page
 * in one request; until it has answered, they are drawn with what lent-data.ts finds.
 */
import { useEffect, useMemo, useState } from 'react';
import { apiFetch } from '../../api/fetch.ts';
import { sameJson } from '../../page/same-json.ts';
import type { Id, Page, PageRender, PageState, PluginInstance, ShownFiles } from '../../page/types.ts';
import type { PluginManifest, PostService } from '../../plugins/contract.ts';
import { imagesIn } from '../../plugins/images/images-in.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { withData } from './with-data.ts';

/** What a pause in writing is. Milliseconds. */
const REST = 300;

interface Answered {
  /** What was asked about. */
  fields: PluginInstance['fields'];
  data: unknown;
  files?: ShownFiles;
}

export type Answers = ReadonlyMap<Id, Answered>;

type Given = { data: unknown; files?: ShownFiles | null };
type Changed = Map<PostService, PluginInstance[]>;

const NONE: Answers = new Map();

/** The address at which a service is asked. */
function addressOf(service: PostService): string {
  return `/${service === 'content' ? 'client' : service}/plugin-data`;
}

/** The instances that nothing is known about as they are now, by the service to ask. */
export function unanswered(state: PageState, base: PageRender | undefined, answers: Answers): Changed {
  const changed: Changed = new Map();
  for (const plugin of Object.values(state.plugins)) {
    const manifest = manifests.get(plugin.ref);
    if (!manifest) continue;
    const service = manifest.dataFrom;
    if (!service) {
      const known = { ...plugin.files, ...answers.get(plugin.id)?.files };
      const isAsked = filesOf(manifest, plugin).some((use) => !Object.hasOwn(known, use));
      if (isAsked) changed.set('content', [...(changed.get('content') ?? []), plugin]);
      continue;
    }
    const served = base?.plugins[plugin.id];
    const isKnown = [cameWithPage(served, service) ? served : undefined, answers.get(plugin.id)].some(
      (known) => known && sameJson(known.fields, plugin.fields),
    );
    if (!isKnown) changed.set(service, [...(changed.get(service) ?? []), plugin]);
  }
  return changed;
}

/** Whether its data was served: of the services content alone gives it with the page. */
function cameWithPage(served: PluginInstance | undefined, service: PostService | undefined): boolean {
  return (
    served !== undefined && (service === undefined || service === 'content' || served.data !== undefined)
  );
}

/** What the fields have of images of the library. Which those are content knows for all plugins. */
function filesOf({ fields }: PluginManifest, plugin: PluginInstance): string[] {
  const uses = imagesIn(fields, plugin.fields).map((image) => ('file' in image ? image.file : image.address));
  return uses.filter((use) => !use.includes('/') || use.startsWith('/files/'));
}

/** The page with what the services have answered; the very same where that is nothing, or was served since. */
export function withAnswers(state: PageState, base: PageRender | undefined, answers: Answers): PageState {
  const found = [...answers].flatMap(([id, { fields, data, files }]) => {
    const plugin = state.plugins[id];
    if (!plugin) return [];
    const served = base?.plugins[id];
    const hasCome = cameWithPage(served, manifests.get(plugin.ref)?.dataFrom);
    if (hasCome && sameJson(served?.fields, plugin.fields)) return [];
    const isOlder = plugin.data !== undefined && !sameJson(fields, plugin.fields);
    return isOlder ? [] : [[id, withData(plugin, data, files)] as const];
  });
  return found.length ? { ...state, plugins: { ...state.plugins, ...Object.fromEntries(found) } } : state;
}

/** The answers for a page's plugins as they are in the editor. */
export function usePluginData(state: PageState | undefined, base: PageRender | undefined): Answers {
  const [answers, setAnswers] = useState(NONE);
  const changed = useMemo(
    () => (state ? unanswered(state, base, answers) : new Map<PostService, PluginInstance[]>()),
    [state, base, answers],
  );
  const { id, url } = state?.page ?? {};
  const query = base?.query;
  // A page's instances are its own; another page begins with nothing.
  useEffect(() => (id ? () => setAnswers(NONE) : undefined), [id]);
  useEffect(() => {
    if (!id || !url || changed.size === 0) return;
    const stopped = new AbortController();
    const timer = setTimeout(async () => {
      const asked = [...changed].map(([service, plugins]) =>
        ask(service, plugins, { id, url }, query ?? {}, stopped.signal),
      );
      // Taken over together: the first alone would begin anew with what the others are still being asked.
      const found = (await Promise.all(asked)).flatMap((answered) => [...answered]);
      if (found.length > 0 && !stopped.signal.aborted) setAnswers((known) => new Map([...known, ...found]));
    }, REST);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [id, url, query, changed]);
  return answers;
}

async function ask(
  service: PostService,
  plugins: readonly PluginInstance[],
  page: Pick<Page, 'id' | 'url'>,
  query: PageRender['query'],
  signal: AbortSignal,
): Promise<Answers> {
  const body = {
    page,
    query,
    plugins: plugins.map(({ id, ref, fields }) => ({ id, ref, fields })),
  };
  try {
    const response = await apiFetch(addressOf(service), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const given = ((await response.json()) as { plugins: Record<Id, Given> }).plugins;
    return new Map(
      plugins.map(({ id, fields }) => [
        id,
        { fields, data: given[id]?.data ?? undefined, files: given[id]?.files ?? undefined },
      ]),
    );
  } catch {
    // What is shown stays; the next change asks again, and the save brings what there is.
    return NONE;
  }
}
