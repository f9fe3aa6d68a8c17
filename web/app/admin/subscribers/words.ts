import { t } from '@lingui/core/macro';
import type { SubscriberOut } from '../../api/generated/index.ts';

export const STATES: Record<SubscriberOut['state'], string> = {
  pending: t`Not confirmed`,
  confirmed: t`Subscribed`,
  unsubscribed: t`Unsubscribed`,
};

export const SOURCES: Record<SubscriberOut['source'], string> = {
  form: t`By a form`,
  call: t`By a program`,
  admin: t`By an administrator`,
};

const FAULTS: Record<string, string> = {
  subscriber_refused: t`The provider rejected this address.`,
  mailing_list_unavailable: t`The provider does not answer. The site keeps trying.`,
  mailing_list_key_refused: t`The provider rejected the site’s key. Once you change it, the site tries again.`,
  mailing_list_missing_there: t`The provider has no list with this ID. The site keeps trying.`,
  restored: t`The site was restored from a backup that was made before the provider had it.`,
  mailing_list_not_configured: t`The site has no key for the provider. Once you set it, the site tries again.`,
};

/** How far a sign-up is on its way to the provider of its list; undefined where it goes nowhere. */
export function forwardingInWords({ forwarding, forwardingFault }: SubscriberOut): string | undefined {
  if (forwarding === 'none') return undefined;
  if (forwarding === 'forwarded') return t`The provider has it.`;
  const fault = FAULTS[forwardingFault];
  if (fault) return fault;
  return forwarding === 'waiting' ? t`On its way to the provider.` : t`The provider does not have it.`;
}
