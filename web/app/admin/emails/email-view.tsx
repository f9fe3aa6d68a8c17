/** One email of the log: to whom, what became of it, and what it says. */
import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { EmailRecord } from '../../api/emails.ts';
import { Notice } from '../../ui/notice.tsx';
import { Fact, Facts } from '../facts.tsx';
import { ChangeRecipient } from './change-recipient.tsx';
import { EmailBody } from './email-body.tsx';
import styles from './email-view.module.css';
import { SendAgain } from './send-again.tsx';
import { StateBadge } from './state-badge.tsx';
import { kindInWords, outcomeInWords, sizeInWords } from './words.ts';

function Moment({ moment }: { moment: string }) {
  return <time dateTime={moment}>{useFormats().dateTime(moment, 'long', 'medium')}</time>;
}

function People({ label, people }: { label: string; people: EmailRecord['cc'] }) {
  return (
    <Fact label={label}>
      {people
        ?.map(({ name, emailAddress }) => (name ? `${name} <${emailAddress}>` : emailAddress))
        .join(', ')}
    </Fact>
  );
}

export function EmailView({ record: email }: { record: EmailRecord }) {
  const outcome = outcomeInWords(email);
  return (
    <div className={styles.email}>
      <Facts>
        <Fact label={t`To`}>
          {email.to.name} <span className={styles.address}>{email.to.emailAddress}</span>
        </Fact>
        <Fact label={t`Kind`}>
          {email.templateName ? t`Template “${email.templateName}”` : kindInWords(email.kind)}
        </Fact>
        <People label={t`Copy to`} people={email.cc} />
        <People label={t`Reply to`} people={email.replyTo} />
        {email.attachments.length > 0 && (
          <Fact label={t`Attachments`}>
            <ul className={styles.attachments}>
              {email.attachments.map(({ name, size }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list stays as it is
                <li key={index}>
                  {name} <span className={styles.address}>{sizeInWords(size)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact label={t`Written`}>
          <Moment moment={email.createdAt} />
        </Fact>
        {email.askedAgainAt && (
          <Fact label={t`Requested again`}>
            <Moment moment={email.askedAgainAt} />
          </Fact>
        )}
        {email.sentAt && (
          <Fact label={t`Sent`}>
            <Moment moment={email.sentAt} />
          </Fact>
        )}
        <Fact label={t`State`}>
          <StateBadge email={email} />
        </Fact>
      </Facts>
      {outcome && <Notice tone={email.state === 'failed' ? 'warning' : undefined}>{outcome}</Notice>}
      <div className={styles.actions}>
        <SendAgain email={email} />
        <ChangeRecipient email={email} />
      </div>
      <EmailBody email={email} />
    </div>
  );
}
