import { Checkbox, NativeSelect } from '@mantine/core';
import styles from '../fields.module.css';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';

export default function ChoiceField(props: InputProps<'choice'>) {
  return props.definition.many ? <Several {...props} /> : <One {...props} />;
}

function Several(props: InputProps<'choice'>) {
  const { definition, value, onChange, isReadOnly } = props;
  const { readOnly: _, 'data-autofocus': __, ...shared } = sharedProps(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Checkbox.Group {...shared} value={chosen} onChange={onChange}>
      <div className={styles.choices}>
        {definition.options.map((option) => (
          <Checkbox key={option.value} {...option} disabled={isReadOnly} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function One(props: InputProps<'choice'>) {
  const { definition, value, onChange, isReadOnly } = props;
  const { readOnly: _, ...shared } = sharedProps(props);
  const chosen = textIn(value) || (definition.default ?? '');
  const isKnown = definition.options.some((option) => option.value === chosen);
  return (
    <NativeSelect
      {...shared}
      size="md"
      disabled={isReadOnly}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      {/* Chosen before it was taken from the options: kept until something else is chosen. */}
      {!isKnown && <option value={chosen}>{chosen || '–'}</option>}
      {definition.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
