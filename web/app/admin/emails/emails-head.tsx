import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '../../api/site.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './emails-head.module.css';

/** Says so when emails go nowhere. Nothing until that is known. */
export function EmailsHead() {
  const { data: site } = useQuery(siteOptions());
  if (site?.hasMail !== false) return null;
  return (
    <div className={styles.head}>
      <Notice tone="warning">
        <Trans>
          No mail server is set up, so emails are not sent, only stored here. To send email, set{' '}
          <code>SMTP_HOST</code> on the server.
        </Trans>
      </Notice>
    </div>
  );
}
