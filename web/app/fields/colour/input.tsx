import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import styles from '../fields.module.css';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

const HEX = /^#[0-9a-f]{6}$/i;

export default function ColourField(props: InputProps<'colour'>) {
  const { definition, value, onChange, isReadOnly } = props;
  const colour = textIn(value);
  return (
    <TextInput
      {...sharedProps(props)}
      size="md"
      placeholder={t`None`}
      value={colour}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        <input
          type="color"
          className={styles.swatch}
          aria-label={t`${definition.label}: choose`}
          disabled={isReadOnly}
          value={HEX.test(colour) ? colour : '#ffffff'}
          data-empty={colour === '' || undefined}
          onChange={(event) => onChange(event.currentTarget.value, true)}
        />
      }
    />
  );
}
