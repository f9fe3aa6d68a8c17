import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { localeWithRegion } from '#words/format.ts';
import { wordsOf } from '#words/i18n.ts';
import { placeholderValues } from '../page/linked-data-facts.ts';
import type { PageRender } from '../page/types.ts';
import { nodeCss } from '../page-view/node-css.ts';
import type { ViewContext } from '../plugins/contract.ts';
import { canonicalSearch } from '../plugins/query.ts';
import type { RenderAssets, TemplateFileName } from './assets.ts';
import { headPartsOf, type PageHeadParts } from './head-parts.ts';
import { JsonLd } from './json-ld.tsx';
import { outsideOf } from './outside.ts';
import { hasTrackers } from './privacy.tsx';
import { IconLinks, logoOf, organizationOf, sharedImageOf } from './site-images.tsx';
import { cssForStyle } from './style-element.ts';

/** Everything a page says about itself, for browsers, search engines and those who share it. */
export function Head({
  rendered,
  context,
  assets,
}: {
  rendered: PageRender;
  context: ViewContext;
  assets: RenderAssets;
}): ReactNode {
  const { page, site } = rendered;
  // A content service of before does not tell of them.
  const { trackers = [] } = page;
  const parts = headPartsOf(rendered, context, assets);
  const title = parts.title || page.meta.title || page.title;
  const description = parts.description || page.meta.description;
  // An error page stands in for other addresses and must not be taken for one of its own.
  const isError = page.url.startsWith('/error/');
  const canonical = canonicalOf(rendered, assets);
  const organization = page.url === '/' ? organizationOf(site, assets.publicUrl) : undefined;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{documentTitle(title, site.name)}</title>
      <IconLinks site={site} />
      {description && <meta name="description" content={description} />}
      {(isError || assets.isSafe || page.config.noIndex || parts.noIndex) && (
        <meta name="robots" content="noindex" />
      )}
      {!isError && <link rel="canonical" href={canonical} />}
      {!isError &&
        parts.alternates.map(({ language, href }) => (
          <link key={language} rel="alternate" hrefLang={language} href={href} />
        ))}
      <OpenGraph
        site={site}
        parts={parts}
        title={page.meta.shareTitle || title}
        description={page.meta.shareDescription || description}
        url={isError ? undefined : canonical}
        publicUrl={assets.publicUrl}
      />
      {!isError && <FeedLinks feeds={parts.feeds} publicUrl={assets.publicUrl} />}
      <PageStyles rendered={rendered} assets={assets} />
      <JsonLd
        linkedData={page.linkedData}
        fromPlugins={parts.jsonLd}
        organization={organization}
        values={placeholderValues(
          {
            title,
            description,
            url: isError ? undefined : canonical,
            image: parts.image,
            publishedAt: parts.publishedAt,
            updatedAt: page.updatedAt,
            siteName: site.name,
            siteUrl: new URL('/', assets.publicUrl).href,
            siteLogo: logoOf(site, assets.publicUrl),
            siteLanguage: site.language,
          },
          parts.jsonLd,
        )}
      />
      {hasTrackers(rendered, assets) && trackers.length > 0 && (
        <meta name="pw-trackers" content={trackers.join(' ')} />
      )}
      {/* The policy of the document that was loaded first holds as long as pages follow one another in place. */}
      {outsideOf(rendered).scripts.length > 0 && <meta name="pw-outside" content="" />}
      <PageScripts rendered={rendered} assets={assets} />
    </head>
  );
}

/** Where search engines look for what the page says: at its own address, unless an editor names another one. */
function canonicalOf({ page, query }: PageRender, { publicUrl }: RenderAssets): string {
  const named = page.meta.canonical;
  const address = named && URL.canParse(named, publicUrl) ? new URL(named, publicUrl) : undefined;
  if (address && /^https?:$/.test(address.protocol)) return address.href;
  return new URL(page.url, publicUrl).href + canonicalSearch(query);
}

interface OpenGraphProps {
  site: PageRender['site'];
  parts: PageHeadParts;
  title: string;
  description: string | undefined;
  url: string | undefined;
  publicUrl: string;
}

/** What is shown of the page where somebody shares it. */
function OpenGraph({ site, parts, title, description, url, publicUrl }: OpenGraphProps): ReactNode {
  const { publishedAt } = parts;
  const ofSite = sharedImageOf(site);
  const image = parts.image ?? (ofSite && new URL(ofSite.address, publicUrl).href);
  const dimensions = parts.image ? parts.imageDimensions : ofSite?.dimensions;
  return (
    <>
      <meta property="og:type" content={publishedAt ? 'article' : 'website'} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={localeWithRegion(site.language).replace('-', '_')} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {url && <meta property="og:url" content={url} />}
      {image && <meta property="og:image" content={image} />}
      {dimensions && <meta property="og:image:width" content={String(dimensions.width)} />}
      {dimensions && <meta property="og:image:height" content={String(dimensions.height)} />}
      {parts.imageAlt && <meta property="og:image:alt" content={parts.imageAlt} />}
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      <meta name="twitter:card" content={parts.image ? 'summary_large_image' : 'summary'} />
    </>
  );
}

function FeedLinks({
  feeds,
  publicUrl,
}: {
  feeds: { title: string; path: string }[];
  publicUrl: string;
}): ReactNode {
  return feeds.map(({ title, path }) => {
    const base = new URL(path, publicUrl).href.replace(/\/$/, '');
    return (
      <Fragment key={path}>
        <link rel="alternate" type="application/rss+xml" title={title} href={`${base}/feed.xml`} />
        <link rel="alternate" type="application/atom+xml" title={title} href={`${base}/atom.xml`} />
      </Fragment>
    );
  });
}

/** The page's title with the site's name, which is not said twice. */
function documentTitle(title: string, siteName: string): string {
  return !siteName || title.includes(siteName) ? title || siteName : `${title} – ${siteName}`;
}

/** Where the styles stand that the page shares with others: `render` puts them there. */
export const SHARED_STYLES = '<style id="pw-shared"></style>';

function PageStyles({ rendered, assets }: { rendered: PageRender; assets: RenderAssets }): ReactNode {
  const { page, template, site } = rendered;
  return (
    <>
      <style id="pw-shared" />
      <style id="pw-nodes" dangerouslySetInnerHTML={{ __html: cssForStyle(nodeCss(page, site)) }} />
      {template.hasExternalCSS && (
        <link
          id="pw-external"
          rel="stylesheet"
          href={templateFile(rendered, assets, site.followsDarkMode ? 'css/external' : 'css/external-light')}
        />
      )}
    </>
  );
}

function PageScripts({ rendered, assets }: { rendered: PageRender; assets: RenderAssets }): ReactNode {
  const { template, site } = rendered;
  const words = wordsOf(site.language);
  return (
    <>
      {/* Modules wait for the document: none of this blocks it. */}
      {assets.visitorScript && (
        <script
          type="module"
          src={assets.visitorScript}
          data-session={assets.sessionScript}
          data-trackers={hasTrackers(rendered, assets) ? assets.trackersScript : undefined}
          data-trackers-version={hasTrackers(rendered, assets) ? site.trackers?.version : undefined}
          data-anybody={assets.madeFor === 'anybody' ? '' : undefined}
          data-member={assets.madeFor === 'member' ? '' : undefined}
          {...(words.locale !== 'en' && {
            // The script that says it has no catalogue; English is in it.
            'data-expired': t(words)`Your session has expired so you have been automatically logged out.`,
            'data-expired-stays': t(
              words,
            )`This page stays as it is until you reload it, so that nothing you typed is lost.`,
            'data-expired-reload': t(words)`Reload the page`,
          })}
        />
      )}
      {template.hasJs && !assets.isSafe && (
        <script id="pw-script" defer src={templateFile(rendered, assets, 'js/min')} />
      )}
    </>
  );
}

/** The addresses that the specification names; what they hold is part of them, so that browsers keep it for good. */
function templateFile({ template }: PageRender, assets: RenderAssets, path: TemplateFileName): string {
  const hash = assets.templateHashes?.[path] ?? template.version;
  return `/api/client/api/templates/${template.id}/${path}?v=${hash}`;
}
