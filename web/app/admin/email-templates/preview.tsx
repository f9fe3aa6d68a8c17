/** The email that is being written, with sample data, as wide as a phone or a desktop shows it. */
import { t } from '@lingui/core/macro';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import {
  type EmailPreview,
  type EmailTemplateRecord,
  type EmailTemplateType,
  previewOptions,
  sendTestEmail,
} from '../../api/email-templates.ts';
import { ProblemError } from '../../api/problem.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/problem-words.ts';
import { toast } from '../../ui/toast.ts';
import { screenFormats } from '../../words/screen-formats.ts';
import field from '../source-field/source-field.module.css';
import styles from './email-templates.module.css';
import { type EmailTemplateValues, faultsOf, NEW_TYPE, valuesOf } from './values.ts';

/** Milliseconds of quiet before what is typed is drawn. */
const PAUSE = 500;
const WIDTHS = { phone: 390, desktop: 800 } as const;
type Device = keyof typeof WIDTHS;
/** Where a desktop's email could hardly be read. */
const NARROW = '(width < 48rem)';

interface PreviewProps {
  values: EmailTemplateValues;
  template: EmailTemplateRecord | undefined;
  types: readonly EmailTemplateType[];
}

/** The data that somebody has typed; undefined for what is no object. */
export function dataIn(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return read && typeof read === 'object' && !Array.isArray(read) ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}

export function Preview({ values, template, types }: PreviewProps): ReactNode {
  const id = useId();
  const [device, setDevice] = useState<Device>(() =>
    window.matchMedia(NARROW).matches ? 'phone' : 'desktop',
  );
  const [isPlain, setPlain] = useState(false);
  const sample = types.find((type) => type.id === values.typeId)?.sample ?? {};
  const [typed, setTyped] = useState<string>();
  const text = typed ?? JSON.stringify(sample, null, 2);
  const data = dataIn(text);
  const { subject, content, format, typeId } = values;
  const [input] = useDebouncedValue(
    {
      subject: subject.trim() || undefined,
      content,
      format,
      ...(typeId !== NEW_TYPE && { emailTemplateTypeId: typeId }),
      data: data ?? sample,
    },
    PAUSE,
  );
  const {
    data: email,
    error,
    isFetching,
  } = useQuery({
    ...previewOptions(input),
    enabled: content.trim() !== '' && input.content.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const [before] = useState(() => valuesOf(template, types));
  const isUnsaved = !template || JSON.stringify(before) !== JSON.stringify(values);
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t`Preview`}</h2>
        <p role="status" className={field.hint}>
          {isFetching ? t`Updating …` : ''}
        </p>
      </header>
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={t`Width`}
          value={device}
          onChange={(value) => setDevice(value as Device)}
          data={[
            { value: 'desktop', label: t`Desktop` },
            { value: 'phone', label: t`Phone` },
          ]}
        />
        <SegmentedControl
          aria-label={t`How the email is shown`}
          value={isPlain ? 'plain' : 'html'}
          onChange={(value) => setPlain(value === 'plain')}
          data={[
            { value: 'html', label: t`Formatted` },
            { value: 'plain', label: t`Plain text` },
          ]}
        />
        <SendTest template={template} isUnsaved={isUnsaved} data={data ?? sample} />
      </div>
      <Faults error={error} />
      {content.trim() === '' ? (
        <p className={field.hint}>{t`Write the content to see it here.`}</p>
      ) : (
        email && !error && <Email email={email} device={device} isPlain={isPlain} />
      )}
      <details className={styles.sample}>
        <summary>{t`Sample data`}</summary>
        <Textarea
          label={t`What the template is given here (JSON)`}
          rows={10}
          value={text}
          error={data === undefined && t`This is not a JSON object, so the type's own sample is shown.`}
          styles={{ input: { fontFamily: 'var(--pw-font-mono)', fontSize: 'var(--pw-text-sm)' } }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed !== undefined && (
          <Button onClick={() => setTyped(undefined)}>{t`Use the type's own sample`}</Button>
        )}
      </details>
    </section>
  );
}

/** Why it cannot be drawn, with the lines. */
function Faults({ error }: { error: unknown }): ReactNode {
  if (!error) return null;
  const faults = faultsOf(error);
  if (faults.length === 0) {
    const why = error instanceof ProblemError ? sentenceOf(error) : t`The preview could not be created.`;
    return (
      <Notice tone="warning">
        <NotLoaded>{why}</NotLoaded>
      </Notice>
    );
  }
  return (
    <ul className={field.faults} aria-label={t`Why it cannot be shown`}>
      {faults.map(({ field, line, column, detail }) => {
        const where = field === 'subject' ? t`Subject` : t`Content`;
        return (
          <li key={`${field} ${line} ${detail}`}>
            {line > 0 ? t`${where}, line ${line}, column ${column}: ${detail}` : `${where}: ${detail}`}
          </li>
        );
      })}
    </ul>
  );
}

interface EmailProps {
  email: EmailPreview;
  device: Device;
  isPlain: boolean;
}

/** As wide as its device. Where there is less room a desktop's is drawn smaller, and a phone is a narrower one. */
function Email({ email, device, isPlain }: EmailProps): ReactNode {
  const { ref, width: room } = useElementSize<HTMLElement>();
  const width = device === 'phone' && room > 0 ? Math.min(WIDTHS.phone, room) : WIDTHS[device];
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  const percent = screenFormats().number(Math.round(scale * 100));
  const unknown = screenFormats().list(email.unknown);
  const isHtml = !isPlain && email.html !== null;
  return (
    <>
      {email.unknown.length > 0 && (
        <Notice tone="warning">{t`This type has no such variables, so they stay empty: ${unknown}.`}</Notice>
      )}
      <p className={styles.subject}>
        <span>{t`Subject`}</span> {email.subject}
      </p>
      <section ref={ref} tabIndex={isHtml ? undefined : 0} className={styles.frame} aria-label={t`The email`}>
        {isHtml ? (
          // It runs nothing, and is no part of the site.
          <iframe
            title={t`The formatted email`}
            sandbox=""
            srcDoc={email.html ?? ''}
            style={{ width, '--scale': scale } as CSSProperties}
          />
        ) : (
          <pre style={{ maxWidth: width }}>{email.text}</pre>
        )}
      </section>
      {isHtml && scale < 1 && (
        <p className={field.hint}>{t`Shown at ${percent} % of its size, to fit here.`}</p>
      )}
    </>
  );
}

interface SendTestProps {
  template: EmailTemplateRecord | undefined;
  isUnsaved: boolean;
  data: Record<string, unknown>;
}

function SendTest({ template, isUnsaved, data }: SendTestProps): ReactNode {
  const [isSending, setSending] = useState(false);
  const id = useId();
  const onSend = async () => {
    if (!template) return;
    setSending(true);
    try {
      const { to, sent, kept, failed } = await sendTestEmail(template.id, data);
      if (sent > 0) toast.success(t`A test was sent to ${to}.`);
      else if (kept > 0)
        toast.success(t`No mail server is set up: the test is stored under Emails, not sent.`);
      else if (failed > 0) toast.error(new Error(t`The test could not be sent. See Emails for the reason.`));
      else toast.success(t`A test is on its way to ${to}.`);
    } catch (error) {
      toast.error(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Button
        leftSection={<Send size={15} aria-hidden />}
        disabled={isUnsaved || isSending}
        aria-describedby={isUnsaved ? id : undefined}
        onClick={() => void onSend()}
      >
        {t`Send a test to myself`}
      </Button>
      {isUnsaved && <p id={id} className={field.hint}>{t`Save first: the test uses the saved version.`}</p>}
    </>
  );
}
