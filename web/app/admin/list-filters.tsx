import { t } from '@lingui/core/macro';
import { CloseButton } from '@mantine/core';
import { FieldInput } from '../fields/inputs.tsx';
import { ListSearch } from '../ui/list-search.tsx';
import type {
  DateFilter,
  Filter,
  FilterValues,
  LinkedFilter,
  SelectFilter,
  TextFilter,
} from './define-resource.ts';
import styles from './resource-list.module.css';

interface FilterInputProps<Kind> {
  filter: Kind;
  value: string;
  /** Of all filters of the list. */
  values: FilterValues;
  onChange: (value: string) => void;
}

function SelectInput({ filter, value, values, onChange }: FilterInputProps<SelectFilter>) {
  const { label, any } = filter;
  const options = [{ value: '', label: any }, ...filter.useOptions(values)];
  return (
    <div className={styles.filter} data-set={value ? true : undefined}>
      <FieldInput
        definition={{ type: 'choice', label, options }}
        value={value}
        isLabelHidden
        onChange={(next) => onChange(String(next ?? ''))}
      />
    </div>
  );
}

function TextInput({ filter, value, onChange }: FilterInputProps<TextFilter>) {
  return (
    <div className={styles.filter} data-set={value ? true : undefined}>
      <ListSearch label={filter.label} value={value} onChange={onChange} isSecond />
    </div>
  );
}

function DateInput({ filter: { label }, value, onChange }: FilterInputProps<DateFilter>) {
  return (
    <div className={styles.date} data-set={value ? true : undefined}>
      <span aria-hidden>{label}</span>
      <FieldInput
        definition={{ type: 'date', label }}
        value={value}
        isLabelHidden
        onChange={(next) => onChange(String(next ?? ''))}
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
  if ('isShown' in filter && filter.isShown?.(props.values) === false) return null;
  switch (filter.kind) {
    case 'text':
      return <TextInput filter={filter} {...props} />;
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

/** Dates that follow one another are the two ends of a time: no line ends between them. */
function inGroups(filters: Filter[]): Filter[][] {
  const groups: Filter[][] = [];
  for (const filter of filters) {
    const last = groups.at(-1);
    if (filter.kind === 'date' && last?.[0]?.kind === 'date') last.push(filter);
    else groups.push([filter]);
  }
  return groups;
}

/** What a list is narrowed down by, beside its search. */
export function ListFilters({ filters, values, onChange }: ListFiltersProps) {
  const drawn = (filter: Filter) => (
    <FilterInput
      key={filter.name}
      filter={filter}
      value={values[filter.name] ?? ''}
      values={values}
      onChange={(value) => onChange(filter.name, value)}
    />
  );
  return inGroups(filters).map((group) =>
    group.length === 1 ? (
      group.map(drawn)
    ) : (
      <div key={group[0]?.name} className={styles.dates}>
        {group.map(drawn)}
      </div>
    ),
  );
}
