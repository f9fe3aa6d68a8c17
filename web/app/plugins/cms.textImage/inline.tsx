import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { InlineEditProps } from '../contract.ts';
import { PlainLine } from '../rich-text/plain-line.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import { Pair, type TextImageFields } from './render.tsx';

/** The pair as visitors see it, with a caret in its heading or its text. */
export default function TextImageInline(props: InlineEditProps<TextImageFields>): ReactNode {
  const { fields, caret, onChange, onLeave } = props;
  // Of a new pair both are written; where there is a text, visitors see it at the place of a heading that is missing.
  const [hasText] = useState(() => Boolean(fields.text));
  const text = (
    <RichText
      html={fields.text ?? ''}
      label={t`Text`}
      className="pw-prose"
      caret={caret}
      autoFocus
      onChange={(html) => onChange({ text: html })}
      onLeave={onLeave}
      images={props}
    />
  );
  // After the text, so that a click on the heading takes the focus from it.
  const heading = (
    <PlainLine
      tagName="h2"
      text={fields.heading ?? ''}
      label={t`Heading`}
      isShy={hasText}
      caret={caret}
      onChange={(line) => onChange({ heading: line })}
      onLeave={onLeave}
    />
  );
  return <Pair view={props} heading={heading} text={text} />;
}
