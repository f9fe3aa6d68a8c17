import { t } from '@lingui/core/macro';
import type { UrlMapOut } from '../../api/generated/index.ts';

/** What each response code says to browsers and search engines. */
export const CODES: Record<string, string> = {
  301: t`301 · Moved permanently`,
  302: t`302 · Moved temporarily`,
  307: t`307 · Moved temporarily, forms are forwarded`,
  308: t`308 · Moved permanently, forms are forwarded`,
  410: t`410 · Gone`,
};

export const ORIGINS: Record<UrlMapOut['origin'], string> = {
  manual: t`Added by hand`,
  page_moved: t`Page moved`,
  page_deleted: t`Page deleted`,
};
