import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { type InputProps, textIn } from '../inputs.tsx';

export interface RichTextInputProps {
  label: string;
  hint?: string;
  error?: ReactNode;
  html: string;
  onChange: (html: string) => void;
}

/**
 * The editor's rich text with its bar. A component that shows a form with rich text provides it, and no other
 * component loads it.
 */
export const RichTextInput = createContext<ComponentType<RichTextInputProps> | null>(null);

export default function RichTextField({ definition, value, error, onChange }: InputProps<'richText'>) {
  const Editor = useContext(RichTextInput);
  if (!Editor) throw new Error('A form with rich text stands in a RichTextInput context.');
  const { label, hint } = definition;
  return <Editor label={label} hint={hint} error={error} html={textIn(value)} onChange={onChange} />;
}
