import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Site } from '../../api/site.ts';
import { useHasScope } from '../../session/use-session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Where invitations go on a site that cannot send mail. Nothing until that is known. */
export function MailNote({ site }: { site: Site | undefined }) {
  const isSuper = useHasScope('super');
  if (site?.hasMail !== false) return null;
  return (
    <Notice tone="warning">
      {isSuper ? (
        <Trans>
          No mail server is set up, so invitations are not sent. Find them under{' '}
          <Link to="/cms-admin/emails">Emails</Link> and pass on their links yourself.
        </Trans>
      ) : (
        <Trans>
          No mail server is set up, so invitations are not sent. A super user can find them under{' '}
          <Link to="/cms-admin/emails">Emails</Link> and pass on their links.
        </Trans>
      )}
    </Notice>
  );
}
