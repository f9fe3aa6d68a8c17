/** The state of the site's parts, and its first set-up. */
import { t } from '@lingui/core/macro';
import { fetchWithin } from './fetch.ts';
import {
  authInternalStatusOptions,
  cmsInternalStatusOptions,
  configEntriesGetSiteOptions,
  contentInternalStatusOptions,
  crmInternalStatusOptions,
  ecomInternalStatusOptions,
} from './generated/@tanstack/react-query.gen.ts';
import { authInternalStatus, type Claims, type SetUp, type SiteOut, setupCreate } from './generated/index.ts';

export async function hasUsers(): Promise<boolean> {
  const { data } = await authInternalStatus();
  // Auth adds the count to what every service's status has.
  return Number(data.userCount) > 0;
}

/** Other parts do theirs, on a machine that has just started all of them: less than the gateway waits. */
const patientFetch = fetchWithin(150_000);

/** Makes the first person and the site and logs in. ProblemError 403 wrong code, 409 set up already. */
export async function setUpSite(body: SetUp): Promise<Claims> {
  const { data } = await setupCreate({ body, fetch: patientFetch });
  return data.public.claims;
}

export type Site = SiteOut;
/** The areas that a site can be without. */
export type SiteAreas = Pick<SiteOut, 'hasEcom' | 'hasCRM'>;

/** The site's name, language and time zone, and which areas it has. */
export const siteOptions = configEntriesGetSiteOptions;

const PARTS = [
  { service: 'content', label: t`Pages`, options: contentInternalStatusOptions() },
  { service: 'auth', label: t`Accounts`, options: authInternalStatusOptions() },
  { service: 'cms', label: t`Files and email`, options: cmsInternalStatusOptions() },
] as const;
const SHOP = { service: 'ecom', label: t`Shop`, options: ecomInternalStatusOptions() } as const;
const CRM = {
  service: 'crm',
  label: t`Customer relationships`,
  options: crmInternalStatusOptions(),
} as const;

/** The parts that a site has, by what they do, each with how to ask how it is. */
export function partsOf(site: SiteAreas | undefined) {
  return [...PARTS, ...(site?.hasEcom ? [SHOP] : []), ...(site?.hasCRM ? [CRM] : [])];
}
