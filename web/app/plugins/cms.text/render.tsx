import type { ReactNode } from 'react';
import type { ViewProps } from '../contract.ts';

export type TextFields = { content?: string };

export default function Text({ plugin }: ViewProps<TextFields>): ReactNode {
  // The server has kept allowed tags and attributes only: the field's type is richText.
  return <div className="pw-prose" dangerouslySetInnerHTML={{ __html: plugin.fields.content ?? '' }} />;
}
