/** What is known of a subscription: when, where and to which words somebody agreed, and what became of it. */
import { t } from '@lingui/core/macro';
import { useFormats } from '#words/use-formats.ts';
import type { SubscriberOut } from '../../api/generated/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../facts.tsx';
import { forwardingInWords, SOURCES } from './words.ts';

export function SubscriptionFacts({ subscriber }: { subscriber: SubscriberOut }) {
  const formats = useFormats();
  const { requestedAt, confirmedAt, unsubscribedAt, pageUrl, pageTitle, consent, source } = subscriber;
  const moment = (at: string | null) =>
    at && <time dateTime={at}>{formats.dateTime(at, 'long', 'medium')}</time>;
  const link = subscriber.unsubscribePath && location.origin + subscriber.unsubscribePath;
  return (
    <Facts>
      <Fact label={t`How`}>{SOURCES[source]}</Fact>
      <Fact label={t`Asked for`}>{moment(requestedAt)}</Fact>
      <Fact label={t`Confirmed`}>{moment(confirmedAt)}</Fact>
      <Fact label={t`Unsubscribed`}>{moment(unsubscribedAt)}</Fact>
      <Fact label={t`Page`}>{pageUrl && <a href={pageUrl}>{pageTitle || pageUrl}</a>}</Fact>
      <Fact label={t`Agreed to`}>{consent}</Fact>
      <Fact label={t`At the provider`}>{forwardingInWords(subscriber)}</Fact>
      <Fact label={t`Link to unsubscribe`}>
        {link && (
          <>
            <span>{link}</span> <CopyButton text={link} />
          </>
        )}
      </Fact>
    </Facts>
  );
}
