import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Site } from '../../api/site.ts';
import { Notice } from '../../ui/notice.tsx';

/** What becomes of emails on a site that has no mail server. Nothing until that is known. */
export function MailState({ site }: { site: Site | undefined }) {
  if (site?.hasMail !== false) return null;
  return (
    <Notice tone="warning">
      <Trans>
        No mail server is set up, so emails are not sent. They are kept in{' '}
        <Link to="/cms-admin/emails">the mail log</Link>. Whoever runs the site names a server with the
        setting SMTP_HOST.
      </Trans>
    </Notice>
  );
}
