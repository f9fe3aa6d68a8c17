/** What the variants of a product differ by: names of options with their values. */
import { t } from '@lingui/core/macro';
import { FieldInput, textIn } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import type { DrawnProps } from '../form-fields.ts';
import type { OptionDraft } from './options.ts';
import styles from './shop-products.module.css';

const MOST = 10;
let added = 0;

const newOption = (): Record<string, unknown> => {
  added += 1;
  return { key: `n${added}`, name: '', text: '' } satisfies OptionDraft;
};

interface OptionsFieldProps extends DrawnProps {
  isReadOnly: boolean;
}

export function OptionsField({ label, hint, value, error, isReadOnly, onChange }: OptionsFieldProps) {
  return (
    <ListField
      isReadOnly={isReadOnly}
      definition={{ type: 'list', label, hint, maxItems: MOST, item: {} }}
      value={value}
      error={error}
      onChange={onChange}
      adding={{ label: t`Add option`, icon: undefined, take: async () => [newOption()] }}
      drawItem={(values, _, change) => {
        const option = values as unknown as OptionDraft;
        return (
          <div className={styles.option}>
            <FieldInput
              definition={{ type: 'text', label: t`Option`, placeholder: t`Size`, maxLength: 100 }}
              value={option.name}
              onChange={(next) => change({ ...option, name: textIn(next) })}
            />
            <FieldInput
              definition={{ type: 'text', label: t`Values, one per line`, multiline: true }}
              value={option.text}
              onChange={(next) => change({ ...option, text: textIn(next) })}
            />
          </div>
        );
      }}
    />
  );
}
