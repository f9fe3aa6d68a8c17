import { t } from '@lingui/core/macro';
import type { Placeholder } from '../../page/linked-data.ts';

/** What each placeholder stands for. */
export const PLACEHOLDER_WORDS: Record<Placeholder, string> = {
  'page.title': t`title of the page`,
  'page.description': t`description of the page`,
  'page.url': t`address of the page`,
  'page.image': t`first image of the page`,
  'page.updatedAt': t`time of the last change`,
  'site.name': t`name of the site`,
  'site.url': t`address of the site`,
  'site.language': t`language of the site`,
};
