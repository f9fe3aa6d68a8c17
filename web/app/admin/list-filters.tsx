import { t } from '@lingui/core/macro';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { DateFilter, Filter, FilterValues, LinkedFilter, SelectFilter } from './define-resource.ts';
import styles from './resource-list.module.css';

interface FilterInputProps<Kind> {
  filter: Kind;
  value: string;
  onChange: (value: string) => void;
}

function SelectInput({ filter, value, onChange }: FilterInputProps<SelectFilter>) {
  const options = filter.useOptions();
  const isKnown = !value || options.some((option) => option.value === value);
  return (
    <NativeSelect
      className={styles.filter}
      data-set={value ? true : undefined}
      aria-label={filter.label}
      size="md"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{filter.any}</option>
      {/* From the address, and not among the choices, or not yet. */}
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}

function DateInput({ filter, value, onChange }: FilterInputProps<DateFilter>) {
  const id = useId();
  return (
    <div className={styles.date}>
      <label htmlFor={id}>{filter.label}</label>
      <TextInput
        id={id}
        data-set={value ? true : undefined}
        type="date"
        size="md"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function LinkedChip({ filter, value, onChange }: FilterInputProps<LinkedFilter>) {
  const label = filter.useLabel(value);
  return (
    <span className={styles.chip}>
      <span>
        {filter.label} <strong>{label ?? '…'}</strong>
      </span>
      <CloseButton
        size={24}
        aria-label={t`Remove the filter: ${filter.label}`}
        onClick={() => onChange('')}
      />
    </span>
  );
}

function FilterInput({ filter, ...props }: FilterInputProps<Filter>) {
  switch (filter.kind) {
    case 'select':
      return <SelectInput filter={filter} {...props} />;
    case 'date':
      return <DateInput filter={filter} {...props} />;
    case 'linked':
      return props.value ? <LinkedChip filter={filter} {...props} /> : null;
  }
}

interface ListFiltersProps {
  filters: Filter[];
  values: FilterValues;
  onChange: (name: string, value: string) => void;
}

/** What a list is narrowed down by, beside its search. */
export function ListFilters({ filters, values, onChange }: ListFiltersProps) {
  return filters.map((filter) => (
    <FilterInput
      key={filter.name}
      filter={filter}
      value={values[filter.name] ?? ''}
      onChange={(value) => onChange(filter.name, value)}
    />
  ));
}
