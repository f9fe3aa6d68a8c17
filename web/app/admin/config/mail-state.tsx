import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Site } from '../../api/site.ts';
import { Notice } from '../../ui/notice.tsx';

/** Warns that a site without a mail server sends no emails. Renders nothing until that is known. */
export function MailState({ site }: { site: Site | undefined }) {
  if (site?.hasMail !== false) return null;
  return (
    <Notice tone="warning">
      <Trans>
        No mail server is set up, so emails are only stored under <Link to="/cms-admin/emails">Emails</Link>.
        To send email, set SMTP_HOST on the server.
      </Trans>
    </Notice>
  );
}
