/** What the link checker calls things. */
import { t } from '@lingui/core/macro';
import type { LinkOut, LinkUseOut } from '../../api/generated/index.ts';

export type LinkState = LinkOut['state'];

export const STATES: Record<LinkState, string> = {
  broken: t`Broken`,
  redirected: t`Moved`,
  unclear: t`Unclear`,
  unchecked: t`Not checked`,
  ok: t`Works`,
};

const REASONS: Record<NonNullable<LinkOut['reason']>, string> = {
  page_not_found: t`There is no such page on this site.`,
  page_gone: t`The page has been removed.`,
  redirect_loop: t`The redirects form a loop.`,
  anchor_not_found: t`The page has no section with this name.`,
  moved: t`It has moved permanently. Link to the new address.`,
  http_error: t`The other site answers with an error.`,
  access_refused: t`The other site does not let programs in. Open the link to see for yourself.`,
  busy: t`The other site was busy. Check it again later.`,
  not_checked: t`It has not been checked yet.`,
  address_invalid: t`This is not a web address.`,
  address_not_public: t`It leads into a private network, which visitors cannot reach.`,
  name_unknown: t`There is no site with this name.`,
  timeout: t`The other site did not answer in time.`,
  unreachable: t`The other site cannot be reached.`,
  too_many_redirects: t`The other site redirects too often.`,
  too_large: t`The other site sends too much.`,
};

/** Whether anything was found out about a link, and so when. */
export const hasAnswered = (link: LinkOut): link is LinkOut & { lastCheckedAt: string } =>
  link.lastCheckedAt !== null && link.state !== 'unchecked';

/** Why a link is in its state, in a sentence. */
export const reasonInWords = ({ reason, status, isInternal, lastCheckedAt }: LinkOut): string => {
  if (!reason) return '';
  if (reason === 'not_checked' && isInternal && lastCheckedAt)
    return t`Links to your own files are not checked.`;
  if (reason === 'http_error' && status === 404) return t`The other site has no such page (404).`;
  if (reason === 'http_error' && status) return t`The other site answers with an error (${status}).`;
  return REASONS[reason];
};

const FIELDS: Record<string, string> = {
  href: t`Link of a block`,
  backgroundImage: t`Background image`,
  backgroundMobileImage: t`Background image for phones`,
  backgroundVideoMp4: t`Background video`,
  backgroundVideoUrl: t`Background video`,
};

/** What an address is part of: `Text: read more`. */
export function placeInWords({ label, field, text, kind }: LinkUseOut): string {
  const part = label ?? FIELDS[field] ?? field;
  const said = text || (kind === 'image' && label ? t`image` : '');
  return said ? `${part}: ${said}` : part;
}

export const REDIRECTABLE: ReadonlySet<LinkOut['reason']> = new Set(['page_not_found', 'page_gone']);
