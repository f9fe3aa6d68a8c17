/** One email of the log: to whom, what became of it, and what it says. */
import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { EmailRecord } from '../../api/emails.ts';
import { Notice } from '../../ui/notice.tsx';
import { EmailBody } from './email-body.tsx';
import styles from './email-view.module.css';
import { SendAgain } from './send-again.tsx';
import { StateBadge } from './state-badge.tsx';
import { kindInWords, outcomeInWords } from './words.ts';

function Moment({ moment }: { moment: string }) {
  return <time dateTime={moment}>{useFormats().dateTime(moment, 'long', 'medium')}</time>;
}

export function EmailView({ record: email }: { record: EmailRecord }) {
  const outcome = outcomeInWords(email);
  return (
    <div className={styles.email}>
      <dl className={styles.headers}>
        <div>
          <dt>{t`To`}</dt>
          <dd>
            {email.to.name} <span className={styles.address}>{email.to.emailAddress}</span>
          </dd>
        </div>
        <div>
          <dt>{t`Kind`}</dt>
          <dd>{kindInWords(email.kind)}</dd>
        </div>
        <div>
          <dt>{t`Written`}</dt>
          <dd>
            <Moment moment={email.createdAt} />
          </dd>
        </div>
        {email.askedAgainAt && (
          <div>
            <dt>{t`Asked again`}</dt>
            <dd>
              <Moment moment={email.askedAgainAt} />
            </dd>
          </div>
        )}
        {email.sentAt && (
          <div>
            <dt>{t`Sent`}</dt>
            <dd>
              <Moment moment={email.sentAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t`State`}</dt>
          <dd>
            <StateBadge email={email} />
          </dd>
        </div>
      </dl>
      {outcome && <Notice tone={email.state === 'failed' ? 'warning' : undefined}>{outcome}</Notice>}
      <SendAgain email={email} />
      <EmailBody email={email} />
    </div>
  );
}
