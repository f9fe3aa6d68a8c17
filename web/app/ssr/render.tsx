import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { Page, PageRender } from '../page/types.ts';
import { drawnFields, elementId } from '../page-view/node-fields.ts';
import { PageView, type ShownPlugin } from '../page-view/page-view.tsx';
import { BrokenPlugin } from '../page-view/plugin-slot.tsx';
import type { Renderers } from '../plugins/contract.ts';
import { renderers as allRenderers } from '../plugins/registry/renderers.ts';
import { Head } from './head.tsx';

export interface RenderAssets {
  /** Address of the site for canonical links: PUBLIC_URL. */
  publicUrl: string;
  /** The template's inline CSS, minified. */
  templateCss: string;
  /** Addresses of the visitor's script and of what it loads where it is needed. */
  visitorScript?: string;
  sessionScript?: string;
  islandsScript?: string;
  /** Whether the page is for those who are not logged in: somebody whose browser thinks otherwise is to be told. */
  isForAnybody?: boolean;
  /** Told of plugins that could not be drawn. */
  onPluginError?: (ref: string, pluginId: string, error: unknown) => void;
}

/** A whole HTML document for one page, as visitors get it. */
export function render(
  rendered: PageRender,
  assets: RenderAssets,
  renderers: Renderers = allRenderers,
): string {
  const tree = pageHtml(rendered, assets, renderers);
  const hasIslands = rendered.page.plugins.some(({ ref }) => renderers.get(ref)?.manifest.isInteractive);
  const main = mainId(rendered.page);
  const document = (
    <html lang={rendered.site.language} dir={isRightToLeft(rendered.site.language) ? 'rtl' : undefined}>
      <Head rendered={rendered} assets={assets} />
      <body>
        {main && (
          <a className="pw-skip" href={`#${main}`}>
            Skip to content
          </a>
        )}
        <div
          id="page"
          data-islands={hasIslands ? assets.islandsScript : undefined}
          dangerouslySetInnerHTML={{ __html: tree }}
        />
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}

/** Whether a page may be kept for everybody: nothing in it is for some only, and no plugin is made anew for each. */
export function isKeepable(
  { isCacheable, plugins }: PageRender,
  renderers: Renderers = allRenderers,
): boolean {
  return (
    isCacheable &&
    Object.values(plugins).every(
      ({ ref, isCacheable: own }) => own !== false && renderers.get(ref)?.manifest.isCacheable !== false,
    )
  );
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.has(language.split('-')[0]?.toLowerCase() ?? '');
}

/** The id of the layout's <main>, where the link for keyboards leads. */
function mainId(page: Page): string | undefined {
  for (const root of page.layout.block.nodes) {
    const bands = 'block' in root ? root.block.nodes : [];
    const main = bands.map(({ id }) => drawnFields(page, id)).find(({ tagName }) => tagName === 'main');
    if (main) return elementId(main);
  }
  return undefined;
}

/**
 * The tree's HTML. All views are drawn in one go; only when one of them throws is each drawn alone, so that the
 * fault is found and stays where it is. renderToString has no error boundaries.
 */
function pageHtml(rendered: PageRender, assets: RenderAssets, renderers: Renderers): string {
  const draw = (renderPlugin: (shown: ShownPlugin) => ReactNode) =>
    renderToStaticMarkup(<PageView state={rendered} renderers={renderers} renderPlugin={renderPlugin} />);
  try {
    return draw((shown) => (shown.renderer?.manifest.isInteractive ? <Island {...shown} /> : shown.view));
  } catch {
    return draw((shown) => <Guarded shown={shown} onError={assets.onPluginError} />);
  }
}

function Guarded({
  shown,
  onError,
}: {
  shown: ShownPlugin;
  onError: RenderAssets['onPluginError'];
}): ReactNode {
  try {
    renderToStaticMarkup(shown.view);
    return shown.renderer?.manifest.isInteractive ? <Island {...shown} /> : shown.view;
  } catch (error) {
    onError?.(shown.plugin.ref, shown.plugin.id, error);
    return <BrokenPlugin />;
  }
}

/** An interactive view, drawn by itself with what the browser needs to take it up alone: see visitor/islands.tsx. */
function Island({ plugin, pageUrl, position, view }: ShownPlugin): ReactNode {
  const html = renderToString(view, { identifierPrefix: plugin.id });
  const props = JSON.stringify({ plugin, pageUrl, position });
  return <div data-island={plugin.ref} data-props={props} dangerouslySetInnerHTML={{ __html: html }} />;
}
