import type { PageRender } from '../page/types.ts';
import type { OutsideHosts } from '../plugins/contract.ts';
import { manifests } from '../plugins/registry/manifests.ts';

/** Whom else a page's plugins load from. */
export function outsideOf({ plugins }: Pick<PageRender, 'plugins'>): OutsideHosts {
  const found = Object.values(plugins).flatMap(({ ref, data }) => manifests.get(ref)?.outside?.(data) ?? []);
  return {
    scripts: found.flatMap(({ scripts }) => scripts),
    calls: found.flatMap(({ calls = [] }) => calls),
  };
}
