import { t } from '@lingui/core/macro';
import type { Placeholder } from '../../page/linked-data-types.ts';

/** What each placeholder stands for. */
export const PLACEHOLDER_WORDS: Record<Placeholder, string> = {
  'page.title': t`title of the page`,
  'page.description': t`description of the page`,
  'page.url': t`address of the page`,
  'page.image': t`first image of the page`,
  'page.publishedAt': t`time of publication, of a blog post`,
  'page.updatedAt': t`time of the last change`,
  'page.author': t`author, of a blog post`,
  'page.breadcrumb': t`path to the page, as in its breadcrumb`,
  'page.questions': t`questions and answers on the page`,
  'product.name': t`name of the product on the page`,
  'product.description': t`description of the product`,
  'product.images': t`images of the product`,
  'product.brand': t`brand of the product`,
  'product.offers': t`price, currency and availability of the product`,
  'site.name': t`name of the site`,
  'site.url': t`address of the site`,
  'site.logo': t`logo of the site`,
  'site.language': t`language of the site`,
};
