import type { PageRender, PluginInstance, ShownFiles } from '../app/page/types.ts';
import type { PluginManifest, PostService } from '../app/plugins/contract.ts';
import { tagOfService } from './changes.ts';
import type { Log } from './log.ts';
import type { Services } from './services.ts';

/** A visitor waits no longer for what is a part of a page only. */
const TIMEOUT = 1_500;

/** What a service answers at `POST /<service>/plugin-data`, by instance. Without an entry the instance has no data. */
interface ServiceData {
  plugins: Record<
    string,
    {
      data: unknown;
      tags: string[];
      files?: ShownFiles | null;
      /** Whether the page's address names something for it that is not there. */
      isMissing?: boolean;
    }
  >;
  /** Whether it is the same for everybody who is not logged in. */
  isCacheable: boolean;
}

/** A page with the data of all its plugins. */
export interface Completed {
  render: PageRender;
  /** Whether it may be kept until a tag changes: no service was away, and each tells the host of its changes. */
  isLasting: boolean;
  /** Whether its address names something that a plugin of it would show, and that is not there. */
  isMissing: boolean;
}

type ManifestOf = (ref: string) => Pick<PluginManifest, 'dataFrom'> | undefined;

/**
 * Adds what other services than content know to a page's plugins. Each service is asked once for all its instances,
 * all services at the same time, with the visitor's own token. A service that is away costs its plugins their data, and
 * nothing else.
 */
export class PluginData {
  private readonly services: Services;
  private readonly manifestOf: ManifestOf;
  private readonly isFollowed: (service: PostService) => boolean;
  private readonly log: Log;
  private readonly timeout: number;

  /** `isFollowed`: whether the host hears of every change of a service's tags. */
  constructor(
    services: Services,
    manifestOf: ManifestOf,
    isFollowed: (service: PostService) => boolean,
    log: Log,
    timeout = TIMEOUT,
  ) {
    this.services = services;
    this.isFollowed = isFollowed;
    this.manifestOf = manifestOf;
    this.log = log;
    this.timeout = timeout;
  }

  async complete(render: PageRender, requestId: string, token?: string): Promise<Completed> {
    const wanted = this.instancesByService(render);
    if (wanted.size === 0) return { render, isLasting: true, isMissing: false };
    const areFollowed = () => [...wanted.keys()].every((service) => this.isFollowed(service));
    // Before as well: what changed between a service's answer and the beginning of its being followed nobody tells.
    const wereFollowed = areFollowed();
    const answers = await Promise.all(
      [...wanted].map(([service, instances]) => this.ask(service, instances, render, requestId, token)),
    );
    const plugins = { ...render.plugins };
    const tags = new Set([...render.tags, ...[...wanted.keys()].map(tagOfService)]);
    for (const answer of answers) {
      for (const [id, { data, tags: own, files }] of Object.entries(answer?.plugins ?? {})) {
        const plugin = plugins[id];
        if (!plugin) continue;
        plugins[id] = { ...plugin, data, ...(files ? { files: { ...plugin.files, ...files } } : {}) };
        for (const tag of own) tags.add(tag);
      }
    }
    const isLasting = !answers.includes(undefined) && wereFollowed && areFollowed();
    const isCacheable = render.isCacheable && answers.every((answer) => answer?.isCacheable !== false);
    const isMissing = answers.some((answer) =>
      Object.values(answer?.plugins ?? {}).some((plugin) => plugin.isMissing),
    );
    return { render: { ...render, plugins, tags: [...tags], isCacheable }, isLasting, isMissing };
  }

  private instancesByService({ plugins }: PageRender): Map<PostService, PluginInstance[]> {
    const wanted = new Map<PostService, PluginInstance[]>();
    for (const plugin of Object.values(plugins)) {
      const service = this.manifestOf(plugin.ref)?.dataFrom;
      // Content's has come with the page.
      if (!service || service === 'content') continue;
      const known = wanted.get(service);
      if (known) known.push(plugin);
      else wanted.set(service, [plugin]);
    }
    return wanted;
  }

  /** Undefined while the service is away, or answers something else than data. */
  private async ask(
    service: PostService,
    instances: readonly PluginInstance[],
    { page, query }: PageRender,
    requestId: string,
    token: string | undefined,
  ): Promise<ServiceData | undefined> {
    const headers: Record<string, string> = { 'X-Request-Id': requestId };
    if (token) headers.Authorization = `Bearer ${token}`;
    const body = {
      page: { id: page.id, url: page.url },
      query,
      plugins: instances.map(({ id, ref, fields }) => ({ id, ref, fields })),
    };
    try {
      const upstream = this.services.of(service);
      if (!upstream) throw new Error('The host does not know its address.');
      const answer = await upstream.ask(`/${service}/plugin-data`, headers, body, this.timeout);
      if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
      return JSON.parse(answer.body.toString());
    } catch (error) {
      this.log('warning', 'plugins without their data', { service, requestId, error });
      return undefined;
    }
  }
}
