import { t } from '@lingui/core/macro';
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
      <Trans>
        No mail server is set up, so invitations are not sent. They lie in{' '}
        <Link to="/cms-admin/emails">the mail log</Link>, from where{' '}
        {isSuper ? t`you can` : t`somebody with the scope super can`} pass on their links.
      </Trans>
    </Notice>
  );
}
