/** One email of the log: to whom, what became of it, and what it says. */
import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { EmailRecord } from '../../api/emails.ts';
import { Notice } from '../../ui/notice.tsx';
import { EmailBody } from './email-body.tsx';
import styles from './email-view.module.css';
import { SendAgain } from './send-again.tsx';
import { StateBadge } from './state-badge.tsx';
import { kindInWords, outcomeInWords, sizeInWords } from './words.ts';

function Moment({ moment }: { moment: string }) {
  return <time dateTime={moment}>{useFormats().dateTime(moment, 'long', 'medium')}</time>;
}

function People({ label, people }: { label: string; people: EmailRecord['cc'] }) {
  if (!people?.length) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {people
          .map(({ name, emailAddress }) => (name ? `${name} <${emailAddress}>` : emailAddress))
          .join(', ')}
      </dd>
    </div>
  );
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
          <dd>{email.templateName ? t`Template “${email.templateName}”` : kindInWords(email.kind)}</dd>
        </div>
        <People label={t`Copy to`} people={email.cc} />
        <People label={t`Answers go to`} people={email.replyTo} />
        {email.attachments.length > 0 && (
          <div>
            <dt>{t`Attachments`}</dt>
            <dd>
              <ul className={styles.attachments}>
                {email.attachments.map(({ name, size }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list stays as it is
                  <li key={index}>
                    {name} <span className={styles.address}>{sizeInWords(size)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
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
