import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { Prose } from '../images/prose.tsx';
import type manifest from './manifest.ts';

export type TextFields = FieldsOf<typeof manifest>;

export default function Text(props: ViewProps<TextFields>): ReactNode {
  return <Prose html={props.fields.content ?? ''} view={props} />;
}
