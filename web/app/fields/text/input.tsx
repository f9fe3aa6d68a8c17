import { Textarea, TextInput } from '@mantine/core';
import styles from '../fields.module.css';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function TextField(props: InputProps<'text'>) {
  const { definition, value, onChange } = props;
  const { maxLength, multiline, placeholder, mode, autoComplete } = definition;
  const shared = { ...sharedProps(props), maxLength, placeholder, autoComplete, value: textIn(value) };
  return multiline ? (
    <Textarea
      {...shared}
      rows={3}
      spellCheck={mode === 'code' ? false : undefined}
      classNames={{ input: mode === 'code' ? `${styles.long} ${styles.code}` : styles.long }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      type={mode === 'url' ? mode : 'text'}
      inputMode={mode === 'digits' ? 'numeric' : undefined}
      spellCheck={mode === 'code' ? false : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
