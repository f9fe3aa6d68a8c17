/** Several countries: those that are chosen, each with a way out, and a list to add from. */
import { t } from '@lingui/core/macro';
import { CloseButton } from '@mantine/core';
import { useCountries, useCountryName } from '../../api/countries.ts';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import styles from './rules.module.css';

interface CountryListProps {
  /** Parted by semicolons. */
  codes: string;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (codes: string) => void;
}

export function CountryList({ codes, isReadOnly, error, onChange }: CountryListProps) {
  const countries = useCountries();
  const chosen = codes.split(';').filter(Boolean);
  const nameOf = useCountryName();
  return (
    <div className={styles.countries}>
      {chosen.map((code) => (
        <span key={code} className={styles.country}>
          {nameOf(code)}
          {!isReadOnly && (
            <CloseButton
              size="sm"
              aria-label={t`Remove ${nameOf(code)}`}
              onClick={() => onChange(chosen.filter((one) => one !== code).join(';'))}
            />
          )}
        </span>
      ))}
      {!isReadOnly && (
        <FieldInput
          isCompact
          isLabelHidden
          definition={{
            type: 'choice',
            label: t`Add a country`,
            options: [
              { value: '', label: t`Add a country` },
              ...countries.filter(({ value }) => !chosen.includes(value)),
            ],
          }}
          error={error}
          value=""
          onChange={(next) => onChange([...chosen, textIn(next)].filter(Boolean).join(';'))}
        />
      )}
    </div>
  );
}
