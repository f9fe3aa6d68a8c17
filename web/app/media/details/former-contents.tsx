/** The contents that a file had and can have again: what was replaced is kept for 30 days. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import {
  type FileRecord,
  type FormerContent,
  listFormerContentsOptions,
  restoreContent,
} from '../../api/files.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { isDrawable } from '../addresses.ts';
import { KIND_WORDS, sizeInWords } from '../kinds.ts';
import styles from './former-contents.module.css';
import { useContentChange } from './use-content-change.ts';

export function FormerContents({ file }: { file: FileRecord }): ReactNode {
  const { data: contents = [], isError } = useQuery({ ...listFormerContentsOptions(file.id), staleTime: 0 });
  const [busy, setBusy] = useState<string>();
  const section = useRef<HTMLHeadingElement>(null);
  const { change } = useContentChange(file);
  const restore = async (content: FormerContent) => {
    setBusy(content.id);
    await change(t`The earlier version of “${file.name}” was restored.`, () =>
      restoreContent(file, content.id),
    );
    setBusy(undefined);
    // Its row goes; the keyboard stays where it was.
    section.current?.focus();
  };
  // Most files have none, and nothing to say of it.
  if (contents.length === 0 && !isError) return null;
  return (
    <section className={styles.former}>
      <h3 ref={section} tabIndex={-1}>
        {t`Earlier versions`}
      </h3>
      {isError && <NotLoaded>{t`The earlier versions could not be loaded.`}</NotLoaded>}
      <ul>
        {contents.map((content) => (
          <Content
            key={content.id}
            file={file}
            content={content}
            isBusy={busy === content.id}
            isOff={busy !== undefined}
            onRestore={() => void restore(content)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ContentProps {
  file: FileRecord;
  content: FormerContent;
  isBusy: boolean;
  isOff: boolean;
  onRestore: () => void;
}

function Content({ file, content, isBusy, isOff, onRestore }: ContentProps): ReactNode {
  const formats = useFormats();
  const { size, width, height, replacedAt, replacedBy, restorableUntil, uri } = content;
  const moment = <RelativeTime moment={replacedAt} />;
  const name = replacedBy?.name;
  const when = formats.dateTime(replacedAt);
  const facts = [
    width && height ? `${formats.number(width)} × ${formats.number(height)}` : '',
    sizeInWords(size, formats.number),
  ].filter(Boolean);
  return (
    <li>
      <a
        className={styles.picture}
        href={uri}
        target="_blank"
        rel="noopener"
        aria-label={t`Open the version that was replaced on ${when}`}
      >
        <Picture file={file} content={content} />
      </a>
      <div>
        <p>
          {name ? (
            <Trans>
              Replaced {moment} by {name}
            </Trans>
          ) : (
            <Trans>Replaced {moment}</Trans>
          )}
        </p>
        <p className={styles.facts}>
          {facts.join(' · ')}
          <span
            title={formats.dateTime(restorableUntil)}
          >{t`available until ${formats.date(restorableUntil)}`}</span>
        </p>
      </div>
      <Button
        size="xs"
        loading={isBusy}
        disabled={isOff && !isBusy}
        leftSection={<Undo2 size={14} aria-hidden />}
        aria-label={t`Restore the version that was replaced on ${when}`}
        onClick={onRestore}
      >
        {t`Restore`}
      </Button>
    </li>
  );
}

function Picture({ file, content }: Pick<ContentProps, 'file' | 'content'>): ReactNode {
  const { type } = file;
  const { mimeType, width, uri } = content;
  const { icon: Icon } = KIND_WORDS[type];
  if (!isDrawable({ type, mimeType, width })) return <Icon size={22} strokeWidth={1.5} aria-hidden />;
  return <img src={`${uri}?size=sm`} alt="" loading="lazy" decoding="async" />;
}
