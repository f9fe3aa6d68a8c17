/** The state of the site's parts, and its first set-up. */
import {
  authInternalStatusOptions,
  cmsInternalStatusOptions,
  contentInternalStatusOptions,
  crmInternalStatusOptions,
  ecomInternalStatusOptions,
} from './generated/@tanstack/react-query.gen.ts';
import { authInternalStatus, type Claims, type SetUp, setupCreate } from './generated/index.ts';

export async function hasUsers(): Promise<boolean> {
  const { data } = await authInternalStatus();
  // Auth adds the count to what every service's status has.
  return Number(data.userCount) > 0;
}

/** Makes the first person and the site and logs in. ProblemError 403 wrong code, 409 set up already. */
export async function setUpSite(body: SetUp): Promise<Claims> {
  const { data } = await setupCreate({ body });
  return data.public.claims;
}

/** The parts of the site by what they do, each with how to ask how it is. */
export const serviceStatuses = [
  { label: 'Pages', options: contentInternalStatusOptions() },
  { label: 'Accounts', options: authInternalStatusOptions() },
  { label: 'Files and mail', options: cmsInternalStatusOptions() },
  { label: 'Shop', options: ecomInternalStatusOptions() },
  { label: 'Customer relationships', options: crmInternalStatusOptions() },
];
