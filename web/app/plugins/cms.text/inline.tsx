import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { InlineEditProps } from '../contract.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import type { TextFields } from './render.tsx';

/** The text itself, with a caret in it. */
export default function TextInline(props: InlineEditProps<TextFields>): ReactNode {
  const { fields, caret, onChange, onLeave } = props;
  return (
    <RichText
      html={fields.content ?? ''}
      label={t`Text`}
      className="pw-prose"
      caret={caret}
      autoFocus
      onChange={(content) => onChange({ content })}
      onLeave={onLeave}
      images={props}
    />
  );
}
