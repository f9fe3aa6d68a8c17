import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type TextFields = FieldsOf<typeof manifest>;

export default function Text({ fields }: ViewProps<TextFields>): ReactNode {
  // The server has kept allowed tags and attributes only: the field's type is richText.
  return <div className="pw-prose" dangerouslySetInnerHTML={{ __html: fields.content ?? '' }} />;
}
