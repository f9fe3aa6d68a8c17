import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import styles from '../fields.module.css';
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

export default function RichTextField(props: InputProps<'richText'>) {
  return props.isReadOnly ? <ReadText {...props} /> : <WrittenText {...props} />;
}

function WrittenText({ definition, value, error, onChange }: InputProps<'richText'>) {
  const Editor = useContext(RichTextInput);
  if (!Editor) throw new Error('A form with rich text stands in a RichTextInput context.');
  const { label, hint } = definition;
  return <Editor label={label} hint={hint} error={error} html={textIn(value)} onChange={onChange} />;
}

/** Its text, a paragraph for each of its blocks. */
function ReadText({ definition: { label }, value }: InputProps<'richText'>) {
  const blocks = [...new DOMParser().parseFromString(textIn(value), 'text/html').body.children];
  const texts = blocks.map(({ textContent }) => textContent?.trim()).filter(Boolean);
  return (
    <section aria-label={label} className={styles.read} data-wide>
      <span aria-hidden>{label}</span>
      {/* biome-ignore lint/suspicious/noArrayIndexKey: nothing is changed here */}
      {texts.length > 0 ? texts.map((text, index) => <p key={index}>{text}</p>) : <p>–</p>}
    </section>
  );
}
