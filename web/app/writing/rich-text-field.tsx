/** Rich text in a form: the same editor as in the page, with its bar above it. */
import { t } from '@lingui/core/macro';
import { Input } from '@mantine/core';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RichTextInputProps } from '../fields/richText/input.tsx';
import { RichTextHostContext } from '../plugins/rich-text/host.ts';
import { RichText } from '../plugins/rich-text/rich-text.tsx';
import { Hint } from '../ui/hint.tsx';
import { FormatBar } from './format-bar.tsx';
import { hostFor } from './host-for.ts';
import { ImageForm } from './image-form.tsx';
import { LinkForm } from './link-form.tsx';
import { placeInForm, usePlaceBeyondForm } from './pasted-images/place.ts';
import styles from './rich-text-field.module.css';
import { useRovingFocus } from './roving-focus.ts';
import { createTextStore } from './text-store.ts';

export function RichTextField({ label, hint, error, html, onChange }: RichTextInputProps): ReactNode {
  const [texts] = useState(createTextStore);
  const text = useStore(texts, (state) => state.text);
  const isLinking = useStore(texts, (state) => state.isLinking);
  const isDescribing = useStore(texts, (state) => state.isDescribing);
  const roving = useRovingFocus();
  const box = useRef<HTMLDivElement>(null);
  const beyond = usePlaceBeyondForm();
  const host = useMemo(
    () => ({ ...hostFor(texts, (text) => placeInForm(text, beyond)), ownHistory: UndoRedo }),
    [texts, beyond],
  );
  return (
    <RichTextHostContext value={host}>
      <div className={styles.richText} ref={box} data-wide>
        <span className={styles.label} aria-hidden>
          {label}
        </span>
        {hint && <Hint>{hint}</Hint>}
        {error && <Input.Error>{error}</Input.Error>}
        <div className={styles.richTextBox}>
          <div className={styles.richTextBar} role="toolbar" aria-label={t`${label}: format`} {...roving}>
            {text ? (
              <FormatBar text={text} texts={texts} />
            ) : (
              <Hint>{t`Click into the text to format it`}</Hint>
            )}
          </div>
          {text && isLinking && <LinkForm text={text} close={() => texts.setState({ isLinking: false })} />}
          {text && isDescribing && (
            <ImageForm text={text} close={() => texts.setState({ isDescribing: false })} />
          )}
          <RichText
            html={html}
            label={label}
            className={styles.richTextContent}
            onChange={onChange}
            onLeave={() => box.current?.closest<HTMLElement>('[role="dialog"]')?.focus()}
          />
        </div>
      </div>
    </RichTextHostContext>
  );
}
