/** What the plugins of a page add to its head. */

import { ASPECTS, type Image } from '../fields/image/type.ts';
import type { Page, PageRender, ShownFiles } from '../page/types.ts';
import { viewPropsOf } from '../page-view/view-props.ts';
import type { HeadProps, ViewContext } from '../plugins/contract.ts';
import { imagesIn } from '../plugins/images/images-in.ts';
import { type SharedImage, sharedImage } from '../plugins/images/shared-image.ts';
import type { Dimensions } from '../plugins/images/variants.ts';
import { ownPlugins, unlistedBy } from '../plugins/listing.ts';
import { heads } from '../plugins/registry/heads.ts';
import { manifests } from '../plugins/registry/manifests.ts';
import type { RenderAssets } from './assets.ts';

export interface PageHeadParts {
  /** Left out where the page's own is to be shown; so is the description. */
  title?: string;
  description?: string;
  image?: string;
  /** In pixels, where they are known. */
  imageDimensions?: Dimensions;
  /** Of an image that was chosen for the page. */
  imageAlt?: string;
  jsonLd: object[];
  feeds: { title: string; path: string }[];
  /**
   * Absolute, by language. A site has one language, and hreflang tells versions of a page apart: where no plugin knows of
   * others, the head says nothing rather than that a page is the only version of itself. Who adds translations of pages
   * fills these, each with itself and `x-default` among them.
   */
  alternates: { language: string; href: string }[];
  publishedAt?: string;
  noIndex: boolean;
}

const LANGUAGE = /^(?:x-default|[a-z]{2,3}(?:-[a-z\d]{2,8})*)$/i;

/** Each kind is asked once for all its instances; the first title, description and image in reading order count. */
export function headPartsOf(
  rendered: PageRender,
  context: ViewContext,
  assets: RenderAssets,
  registered: typeof heads = heads,
): PageHeadParts {
  const absolute = (path: string) => new URL(path, assets.publicUrl).href;
  const merged: PageHeadParts = { jsonLd: [], feeds: [], alternates: [], noIndex: false };
  const { meta } = rendered.page;
  const ofAddress: Pick<PageHeadParts, 'title' | 'description'> = {};
  for (const [ref, instances] of instancesByRef(rendered, context, absolute, registered)) {
    try {
      const parts = registered.get(ref)?.(instances);
      if (!parts) continue;
      const said = parts.isOfAddress ? ofAddress : merged;
      // Worked out of texts by some: not where the page describes itself.
      if (said === ofAddress || !meta.title) said.title ||= parts.title;
      if (said === ofAddress || !meta.description) said.description ||= parts.description;
      if (!merged.image && parts.image && URL.canParse(parts.image, assets.publicUrl)) {
        merged.image = absolute(parts.image);
        merged.imageDimensions = parts.imageDimensions;
      }
      if (parts.jsonLd) merged.jsonLd.push(parts.jsonLd);
      if (parts.feeds) merged.feeds.push(parts.feeds);
      for (const { language, path } of parts.alternates ?? []) {
        if (LANGUAGE.test(language)) merged.alternates.push({ language, href: absolute(path) });
      }
      merged.publishedAt ??= parts.publishedAt;
      merged.noIndex ||= parts.noIndex === true;
    } catch (error) {
      assets.onPluginError?.(ref, instances[0]?.id ?? '', error);
    }
  }
  merged.noIndex ||= unlistedBy(rendered) !== undefined;
  const first = merged.image ? undefined : firstImageOf(rendered);
  if (first && URL.canParse(first.address, assets.publicUrl)) {
    merged.image = absolute(first.address);
    merged.imageDimensions = first.dimensions;
  }
  return {
    ...merged,
    ...chosenImageOf(rendered.page, absolute),
    title: ofAddress.title || merged.title,
    description: ofAddress.description || merged.description,
  };
}

/** The image that an editor chose for where the page is shared. */
function chosenImageOf(
  { meta: { image }, files }: Page,
  absolute: HeadProps['absolute'],
): Pick<PageHeadParts, 'image' | 'imageDimensions' | 'imageAlt'> {
  const aspect = ASPECTS.find((one) => one === image?.aspect);
  const shared = image && sharedOf({ file: image.file, aspect, crop: image.crop }, files);
  if (!shared) return {};
  return {
    image: absolute(shared.address),
    imageDimensions: shared.dimensions,
    imageAlt: image.alt || files?.[image.file]?.alt,
  };
}

/** The first image that can be shown elsewhere, of the page's own columns if there is one in those. */
function firstImageOf({ page, plugins }: PageRender): SharedImage | undefined {
  const own = ownPlugins(page);
  const places = page.plugins.map(({ pluginId }) => pluginId);
  const inOrder = [...places.filter((id) => own.has(id)), ...places.filter((id) => !own.has(id))];
  return inOrder
    .flatMap((id) => plugins[id] ?? [])
    .flatMap(({ ref, fields, files }) =>
      imagesIn(manifests.get(ref)?.fields ?? {}, fields).map((image) => sharedOf(image, files)),
    )
    .find(Boolean);
}

/** Drawings as SVG are shown by nobody else. */
function sharedOf(image: Image, files: ShownFiles = {}): SharedImage | undefined {
  const file = files['file' in image ? image.file : image.address];
  if (file) return file.hasSizes ? sharedImage(file, 'xl', 'file' in image ? image : {}) : undefined;
  return 'address' in image && !/\.svg$/i.test(image.address.split(/[?#]/, 1)[0] ?? '')
    ? { address: image.address }
    : undefined;
}

function instancesByRef(
  { page, plugins }: PageRender,
  context: ViewContext,
  absolute: HeadProps['absolute'],
  registered: typeof heads,
): Map<string, HeadProps[]> {
  const byRef = new Map<string, HeadProps[]>();
  const own = ownPlugins(page);
  for (const { pluginId } of page.plugins) {
    const plugin = plugins[pluginId];
    if (!plugin || !registered.has(plugin.ref)) continue;
    const known = byRef.get(plugin.ref) ?? [];
    known.push({ ...viewPropsOf(plugin, known.length, context), absolute, isOwn: own.has(pluginId) });
    byRef.set(plugin.ref, known);
  }
  return byRef;
}
