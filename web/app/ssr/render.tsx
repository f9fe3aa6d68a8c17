import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { wordsOf } from '#words/i18n.ts';
import { directionOf, speechOfWords } from '#words/languages.ts';
import { SiteWords } from '#words/react.tsx';
import '#words/server.ts';
import { windowOf } from '../page/rooms.ts';
import type { Page, PageRender } from '../page/types.ts';
import type { PageViewHooks, ShownPlugin } from '../page-view/drawing.ts';
import { drawnFields, elementId } from '../page-view/node-fields.ts';
import { PageView } from '../page-view/page-view.tsx';
import { BrokenPlugin } from '../page-view/plugin-slot.tsx';
import { viewContext } from '../page-view/view-context.ts';
import type { Renderer, Renderers, ViewContext } from '../plugins/contract.ts';
import { renderers as allRenderers } from '../plugins/registry/renderers.ts';
import { hasScript } from '../plugins/registry/scripts.ts';
import type { RenderAssets } from './assets.ts';
import { nodeCaching } from './cached-nodes.tsx';
import { Head, SHARED_STYLES } from './head.tsx';
import { hasTrackers, Privacy } from './privacy.tsx';
import { type SharedHtml, sharedStyles } from './shared-styles.ts';

/** A document around what it has in common with others, of which the host keeps bytes and compressed forms. */
export interface HtmlParts {
  before: string;
  shared: SharedHtml;
  after: string;
}

/** A whole HTML document for one page, as visitors get it. */
export function render(
  rendered: PageRender,
  assets: RenderAssets,
  renderers: Renderers = allRenderers,
): string {
  const { before, shared, after } = renderParts(rendered, assets, renderers);
  return before + shared.html + after;
}

/** The document of `render` in parts. */
export function renderParts(
  rendered: PageRender,
  assets: RenderAssets,
  renderers: Renderers = allRenderers,
): HtmlParts {
  const { page, site } = rendered;
  const shared = sharedStyles(
    page.plugins.map(({ ref }) => ref),
    assets,
    site.followsDarkMode,
  );
  const html = documentHtml(rendered, assets, renderers);
  // The first one is ours: nothing that somebody wrote comes before it but as text.
  const place = html.indexOf(SHARED_STYLES);
  const after = html.slice(place + SHARED_STYLES.length);
  return { before: html.slice(0, place), shared, after };
}

function documentHtml(rendered: PageRender, assets: RenderAssets, renderers: Renderers): string {
  const context = viewContext(rendered.site, rendered.page, rendered, assets.templateCss);
  const tree = pageHtml(rendered, context, assets, renderers);
  const hasIslands = rendered.page.plugins.some(({ ref }) => isIsland(renderers.get(ref)));
  const main = mainId(rendered.page);
  const words = wordsOf(rendered.site.language);
  const document = (
    <html
      lang={rendered.site.language}
      dir={directionOf(rendered.site.language) === 'rtl' ? 'rtl' : undefined}
    >
      <Head rendered={rendered} context={context} assets={assets} />
      <body>
        {main && (
          <a className="pw-skip" href={`#${main}`} {...speechOfWords(rendered.site.language)}>
            {t(words)`Skip to content`}
          </a>
        )}
        <div
          id="page"
          data-islands={hasIslands ? assets.islandsScript : undefined}
          data-files={hasIslands ? assets.islandFiles?.ofAll : undefined}
          data-context={hasIslands ? JSON.stringify(context) : undefined}
          data-editor={hasIslands && assets.isForEditor ? '' : undefined}
          dangerouslySetInnerHTML={{ __html: tree }}
        />
        {hasTrackers(rendered, assets) && <Privacy site={rendered.site} />}
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}

/**
 * Whether a page may be kept for everybody: nothing in it is for some only, no plugin is made anew for each, and its address
 * has nothing of which visitors can make up any number, for each would take the place of another page.
 */
export function isKeepable(
  { isCacheable, plugins, query }: PageRender,
  renderers: Renderers = allRenderers,
): boolean {
  return (
    isCacheable &&
    Object.values(plugins).every(({ ref, isCacheable: own }) => {
      const manifest = renderers.get(ref)?.manifest;
      const isMadeUp = Object.keys(query).some((name) => manifest?.query[name]?.isCacheable === false);
      return own !== false && manifest?.isCacheable !== false && !isMadeUp;
    })
  );
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
function pageHtml(
  rendered: PageRender,
  context: ViewContext,
  assets: RenderAssets,
  renderers: Renderers,
): string {
  const draw = (hooks: Pick<PageViewHooks, 'renderPlugin' | 'renderCached'>) =>
    renderToStaticMarkup(
      <PageView
        state={rendered}
        context={context}
        renderers={renderers}
        {...hooks}
        window={windowOf(assets.templateCss)}
        isForEditor={assets.isForEditor}
      />,
    );
  try {
    const caching = nodeCaching(rendered, assets, renderers);
    const html = draw({
      renderPlugin: (shown) => <Part shown={shown} assets={assets} />,
      renderCached: caching?.renderCached,
    });
    return caching?.finish(html) ?? html;
  } catch {
    return draw({ renderPlugin: (shown) => guarded(shown, assets) });
  }
}

interface PartProps {
  shown: ShownPlugin;
  assets: RenderAssets;
}

/** A plugin's view with what wakes it in the browser. */
function Part({ shown, assets: { posted, pluginScripts, islandFiles } }: PartProps): ReactNode {
  const { plugin, renderer } = shown;
  const isPosted = posted?.pluginId === plugin.id;
  const props = isPosted ? { ...shown.props, posted: posted.posted } : shown.props;
  // Without the slot that holds faults and spares views in a browser: here it would cost as much as a small view.
  const view = renderer ? (
    <SiteWords site={props.site}>
      <renderer.View {...props} />
    </SiteWords>
  ) : (
    shown.view
  );
  if (isIsland(renderer)) {
    return <Island {...shown} props={props} view={view} files={islandFiles?.byRef[plugin.ref]} />;
  }
  const script = pluginScripts?.[plugin.ref];
  if (!script || renderer?.manifest.wake === 'none') return view;
  return (
    <div data-script={script} data-wake={renderer?.manifest.wake}>
      {view}
    </div>
  );
}

/** The part, or null where its view throws, for which editors get a placeholder. */
function guarded(shown: ShownPlugin, assets: RenderAssets): ReactNode {
  const part = <Part shown={shown} assets={assets} />;
  try {
    renderToStaticMarkup(part);
    return part;
  } catch (error) {
    assets.onPluginError?.(shown.plugin.ref, shown.plugin.id, error);
    if (!assets.isForEditor) return null;
    return (
      <SiteWords site={shown.props.site}>
        <BrokenPlugin />
      </SiteWords>
    );
  }
}

/** Whether a view is taken up by React in the browser; what has a script of its own is not. */
function isIsland(renderer: Renderer | undefined): boolean {
  return renderer !== undefined && renderer.manifest.wake !== 'none' && !hasScript(renderer.manifest.ref);
}

/** An interactive view, drawn by itself with what the browser needs to take it up alone: see visitor/islands.tsx. */
function Island({ plugin, props, renderer, view, files }: ShownPlugin & { files?: string }): ReactNode {
  const html = renderToString(view, { identifierPrefix: plugin.id });
  const { id, ref, fields, data, position, room, hasFirstImage, posted } = props;
  const { headingAbove, hasOtherTitle } = props;
  return (
    <div
      data-island={ref}
      data-wake={renderer?.manifest.wake}
      data-files={files}
      data-props={JSON.stringify({
        // Of the library's files nothing is known to most islands.
        plugin: { id, ref, fields, data, files: plugin.files },
        position,
        room,
        hasFirstImage,
        posted,
        headingAbove: headingAbove || undefined,
        hasOtherTitle: hasOtherTitle || undefined,
      })}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
