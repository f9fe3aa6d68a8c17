/** The state of the site's parts, and its first set-up. */
import { queryOptions } from '@tanstack/react-query';
import type { Claims } from '../session/claims.ts';
import { apiFetch } from './fetch.ts';

export async function hasUsers(): Promise<boolean> {
  const response = await apiFetch('/auth/internal/status');
  const status: { userCount: number } = await response.json();
  return status.userCount > 0;
}

export interface SiteSetup {
  code: string;
  siteName: string;
  firstName: string;
  lastName: string;
  emailAddress: string;
  password: string;
  timezone: string;
  hasEcom: boolean;
  hasCRM: boolean;
}

/** Makes the first person and the site and logs in. ProblemError 403 wrong code, 409 set up already. */
export async function setUpSite(setup: SiteSetup): Promise<Claims> {
  const response = await apiFetch('/auth/setup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(setup),
  });
  const answer: { public: { claims: Claims } } = await response.json();
  return answer.public.claims;
}

interface ServiceStatus {
  version: string;
  dependencies: Record<string, { ok: boolean }>;
}

const statusOf = (prefix: string) =>
  queryOptions({
    queryKey: ['status', prefix],
    queryFn: async () => (await (await apiFetch(`/${prefix}/internal/status`)).json()) as ServiceStatus,
    retry: false,
  });

/** The parts of the site by what they do, each with how to ask how it is. */
export const serviceStatuses = [
  { name: 'content', label: 'Pages', options: statusOf('client') },
  { name: 'auth', label: 'Accounts', options: statusOf('auth') },
  { name: 'cms', label: 'Files and mail', options: statusOf('cms') },
  { name: 'ecom', label: 'Shop', options: statusOf('ecom') },
  { name: 'crm', label: 'Customer relationships', options: statusOf('crm') },
];
