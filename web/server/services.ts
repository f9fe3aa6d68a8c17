import type { PostService } from '../app/plugins/contract.ts';
import { Upstream } from './upstream.ts';

/** The services that the host may ask for visitors, by name; those without an address are not part of this site. */
export class Services {
  private readonly upstreams: ReadonlyMap<PostService, Upstream>;

  constructor(urls: Readonly<Partial<Record<PostService, string>>>) {
    const known = Object.entries(urls).filter(([, url]) => url) as [PostService, string][];
    this.upstreams = new Map(known.map(([name, url]) => [name, new Upstream(url)]));
  }

  of(name: PostService): Upstream | undefined {
    return this.upstreams.get(name);
  }

  close(): void {
    for (const upstream of this.upstreams.values()) upstream.close();
  }
}
