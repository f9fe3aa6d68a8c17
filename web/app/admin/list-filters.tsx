import { t } from '@lingui/core/macro';
import { Button, CloseButton } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FieldInput } from '../fields/inputs.tsx';
import { ListSearch } from '../ui/list-search.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import type {
  DateFilter,
  Filter,
  FilterValues,
  LinkedFilter,
  SelectFilter,
  TextFilter,
} from './define-resource.ts';
import styles from './resource-list.module.css';
import { ChoicesFailures, useChoicesFailures } from './use-choices.ts';

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

const isShown = (filter: Filter, values: FilterValues) =>
  !('isShown' in filter) || filter.isShown?.(values) !== false;

function FilterInput({ filter, ...props }: FilterInputProps<Filter>) {
  if (!isShown(filter, props.values)) return null;
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

/** More inputs than these take less room each. */
const MANY = 3;

/** What a list is narrowed down by, beside its search. */
export function ListFilters(props: ListFiltersProps) {
  const [hasFailed, report] = useChoicesFailures();
  return (
    <ChoicesFailures value={report}>
      <Arranged {...props} />
      {hasFailed && (
        <p className={styles.failure}>
          <NotLoaded>{t`Some choices of the filters could not be loaded.`}</NotLoaded>
        </p>
      )}
    </ChoicesFailures>
  );
}

function Arranged(props: ListFiltersProps) {
  const { filters, values } = props;
  const asked = filters.filter((filter) => filter.kind !== 'linked' && isShown(filter, values));
  if (asked.length < 2) return <Inputs {...props} />;
  const setCount = asked.filter(({ name }) => values[name]).length;
  return (
    <>
      <Folded setCount={setCount} isMany={asked.filter(({ kind }) => kind !== 'date').length > MANY}>
        <Inputs {...props} filters={filters.filter(({ kind }) => kind !== 'linked')} />
      </Folded>
      <Inputs {...props} filters={filters.filter(({ kind }) => kind === 'linked')} />
    </>
  );
}

interface FoldedProps {
  setCount: number;
  isMany: boolean;
  children: ReactNode;
}

/** On narrow screens, where several filters would stand before the first record, they come when they are asked for. */
function Folded({ setCount, isMany, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        size="md"
        className={styles.fold}
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {setCount > 0 ? t`Filters (${setCount})` : t`Filters`}
      </Button>
      <div id={id} className={styles.folded} data-open={isOpen || undefined} data-many={isMany || undefined}>
        {children}
      </div>
    </>
  );
}

function Inputs({ filters, values, onChange }: ListFiltersProps) {
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
