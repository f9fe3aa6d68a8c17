import { Checkbox, NativeSelect } from '@mantine/core';
import { memo } from 'react';
import styles from '../fields.module.css';
import { type InputProps, sharedProps, textIn } from '../inputs.tsx';
import type { Option } from './type.ts';

export default function ChoiceField(props: InputProps<'choice'>) {
  return props.definition.many ? <Several {...props} /> : <One {...props} />;
}

function Several(props: InputProps<'choice'>) {
  const { definition, value, onChange, isReadOnly } = props;
  const { readOnly: _, size: _size, 'data-autofocus': __, ...shared } = sharedProps(props);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Checkbox.Group {...shared} value={chosen} onChange={onChange}>
      <div className={styles.choices}>
        {definition.options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} disabled={isReadOnly} />
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
      disabled={isReadOnly}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      {/* Chosen before it was taken from the options: kept until something else is chosen. */}
      {!isKnown && <option value={chosen}>{chosen || '–'}</option>}
      <Options options={definition.options} />
    </NativeSelect>
  );
}

/** Drawn once: the four hundred time zones would be drawn with each letter that is typed elsewhere. */
const Options = memo(({ options }: { options: readonly Option[] }) =>
  groupsIn(options).map(({ group, options: within }) => {
    const drawn = within.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
    return group ? (
      <optgroup key={group} label={group}>
        {drawn}
      </optgroup>
    ) : (
      drawn
    );
  }),
);

function groupsIn(options: readonly Option[]): { group: string | undefined; options: Option[] }[] {
  const groups: { group: string | undefined; options: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
}
