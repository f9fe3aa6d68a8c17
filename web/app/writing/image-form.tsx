/** What is said of an image in a text: its alternative text and its caption. */
import { t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { describedBy, describeImage, imageAt, removeImage } from '../plugins/rich-text/figures.ts';
import { chooseAnother } from './add-image.ts';
import { mayUseLibrary } from './may-use-library.ts';
import styles from './text-form.module.css';
import { TextFormFrame, type TextFormProps } from './text-form.tsx';

const MOST_ALT = 300;
const MOST_CAPTION = 300;

export function ImageForm({ text, close, place }: TextFormProps): ReactNode {
  const [placed] = useState(() => imageAt(text.state));
  const [before] = useState(() => placed && describedBy(placed));
  const [alt, setAlt] = useState(before?.alt ?? '');
  const [caption, setCaption] = useState(before?.caption ?? '');
  if (!placed) return null;
  const isOfLibrary = String(placed.image.attrs.src).startsWith('/files/');
  /** The image as it is now: it may have moved, or got its own address, since the form was opened. */
  const change = (run: (now: NonNullable<typeof placed>) => void) => {
    const now = imageAt(text.state);
    if (now) run(now);
    close();
  };
  const apply = () =>
    change((now) => {
      const isSame = alt === (before?.alt ?? '');
      // Without words of its own an image of the library has the library's; elsewhere nothing is said of it.
      const said = isSame ? before?.alt : alt.trim() || (isOfLibrary ? undefined : '');
      describeImage(text, now, { alt: said, caption });
    });
  const replace = async () => {
    if (await chooseAnother(text)) setAlt('');
  };
  return (
    <TextFormFrame label={t`Image`} apply={apply} close={close} place={place}>
      <TextInput
        label={t`Alternative text`}
        description={
          isOfLibrary
            ? t`What the image shows. Leave it empty to use the library’s text.`
            : t`What the image shows, for people who can’t see it.`
        }
        value={alt}
        maxLength={MOST_ALT}
        data-autofocus
        autoFocus
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <TextInput
        label={t`Caption`}
        description={t`Shown below the image.`}
        value={caption}
        maxLength={Math.max(MOST_CAPTION, before?.caption.length ?? 0)}
        onChange={(event) => setCaption(event.currentTarget.value)}
      />
      <div className={styles.line}>
        <div className={styles.buttons}>
          {mayUseLibrary() && (
            <Button size="xs" variant="subtle" onClick={() => void replace()}>
              {t`Replace`}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="danger"
            onClick={() => change((now) => removeImage(text, now))}
          >
            {t`Remove`}
          </Button>
        </div>
        <Button size="xs" variant="filled" onClick={apply}>
          {t`Apply`}
        </Button>
      </div>
    </TextFormFrame>
  );
}
