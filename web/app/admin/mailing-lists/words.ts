import { t } from '@lingui/core/macro';
import type { MailingListOut } from '../../api/generated/index.ts';

export const PROVIDERS: Record<MailingListOut['provider'], string> = {
  site: t`This site`,
  mailchimp: 'Mailchimp',
  campaignMonitor: 'Campaign Monitor',
};
