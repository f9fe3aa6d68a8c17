/** What an email says: formatted, or in plain text. */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { EyeOff, LockKeyhole, MailCheck, TimerOff } from 'lucide-react';
import { useState } from 'react';
import type { EmailRecord } from '../../api/emails.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './email-view.module.css';

const BASE = '<base target="_blank" rel="noopener">';

/** Its links open in a tab of their own: in the frame they would find neither scripts nor cookies. Templates that people write mostly have no head. */
const withBase = (html: string) =>
  /<head[\s>]/i.test(html) ? html.replace(/<head(\s[^>]*)?>/i, (head) => head + BASE) : BASE + html;

export function EmailBody({ email }: { email: EmailRecord }) {
  const [isPlain, setPlain] = useState(!email.html);
  if (email.bodyHidden === 'secret') {
    return (
      <Notice icon={LockKeyhole}>{t`This email contains a login link. Only super users can read it.`}</Notice>
    );
  }
  if (email.bodyHidden === 'delivered') {
    return (
      <Notice icon={MailCheck}>
        {t`This email contained a login link, so its text was deleted once it was delivered.`}
      </Notice>
    );
  }
  if (email.bodyHidden === 'lapsed') {
    return (
      <Notice icon={TimerOff}>
        {t`This email contained a login link, so its text was deleted once the link had expired.`}
      </Notice>
    );
  }
  if (email.bodyHidden === 'unlogged') {
    return <Notice icon={EyeOff}>{t`The content of this email is not stored.`}</Notice>;
  }
  return (
    <>
      {email.html && (
        <SegmentedControl
          className={styles.choice}
          aria-label={t`How the email is shown`}
          value={isPlain ? 'plain' : 'html'}
          onChange={(value) => setPlain(value === 'plain')}
          data={[
            { value: 'html', label: t`Formatted` },
            { value: 'plain', label: t`Plain text` },
          ]}
        />
      )}
      {isPlain || !email.html ? (
        <pre className={styles.plain}>{email.text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          title={t`The email “${email.subject}”`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={withBase(email.html)}
        />
      )}
    </>
  );
}
