/** Which days and pages are looked at. It is in the address, so that it can be bookmarked and shared. */
import { t } from '@lingui/core/macro';
import { FieldInput } from '../../fields/inputs.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import styles from './analytics.module.css';
import { type Asked, daysOf, isDay, pathIn, SPANS, today } from './period.ts';

const OWN = 'own';

interface PeriodPickerProps {
  asked: Asked;
  /** What is typed makes no step of the history for each letter. */
  onChange: (changes: Partial<Asked>, isTyped?: boolean) => void;
}

export function PeriodPicker({ asked, onChange }: PeriodPickerProps) {
  const { span, start, end } = asked;
  const names: Record<(typeof SPANS)[number], string> = {
    7: t`Last 7 days`,
    30: t`Last 30 days`,
    90: t`Last 90 days`,
    365: t`Last 365 days`,
  };
  const options = [
    ...SPANS.map((each) => ({ value: String(each), label: names[each] })),
    { value: OWN, label: t`Custom period` },
  ];
  const onSpan = (value: string) => {
    // Its days become those of one's own.
    if (value === OWN) return onChange({ span: undefined, start, end });
    onChange({ span: Number(value), ...daysOf(Number(value), today()) });
  };
  const day = (label: string, value: string, set: (day: string) => Partial<Asked>) => (
    <div className={styles.date}>
      <span aria-hidden>{label}</span>
      <FieldInput
        definition={{ type: 'date', label }}
        value={value}
        isLabelHidden
        onChange={(next) => isDay(next) && onChange(set(next), true)}
      />
    </div>
  );
  return (
    <fieldset className={styles.picker} aria-label={t`What is shown`}>
      <div className={styles.span}>
        <FieldInput
          definition={{ type: 'choice', label: t`Period`, options }}
          value={span === undefined ? OWN : String(span)}
          isLabelHidden
          onChange={(next) => onSpan(String(next ?? ''))}
        />
      </div>
      {span === undefined && day(t`From`, start, (next) => ({ start: next }))}
      {span === undefined && day(t`To`, end, (next) => ({ end: next }))}
      <div className={styles.path}>
        <ListSearch
          label={t`Page: /about, or /blog/*`}
          value={asked.path}
          format={pathIn}
          onChange={(path) => onChange({ path }, true)}
        />
      </div>
    </fieldset>
  );
}
