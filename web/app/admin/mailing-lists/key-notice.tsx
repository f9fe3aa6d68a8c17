import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listConfigOptions } from '../../api/config.ts';
import { mailingListsListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { Notice } from '../../ui/notice.tsx';
import { PROVIDERS } from './words.ts';

const KEYS = { mailchimp: 'mailchimpKey', campaignMonitor: 'campaignMonitorKey' } as const;
const MOST = 100;

/** Says so when a list's provider has no key: nobody can subscribe to it. Nothing until that is known. */
export function KeyNotice() {
  const lists = useQuery(mailingListsListOptions({ query: { start: 0, limit: MOST } }));
  const config = useQuery(listConfigOptions());
  const used = new Set(lists.data?.results.map(({ provider }) => provider));
  const missing = (Object.keys(KEYS) as (keyof typeof KEYS)[]).filter((provider) => {
    const entry = config.data?.find(({ key }) => key === KEYS[provider]);
    return used.has(provider) && entry?.isSet === false;
  });
  return missing.map((provider) => (
    <Notice key={provider} tone="warning">
      <Trans>
        Nobody can subscribe to the lists at {PROVIDERS[provider]}: the site has no key for it. Set it in the{' '}
        <Link to="/cms-admin/config">configuration</Link>.
      </Trans>
    </Notice>
  ));
}
