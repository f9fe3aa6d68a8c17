/** What a picker offers below its field. */
import { t } from '@lingui/core/macro';
import { Combobox } from '@mantine/core';
import type { ReactNode } from 'react';
import { LockMark } from '../../visibility/who-sees.tsx';
import type { AnySource } from '../define-source.ts';
import styles from './pickers.module.css';
import type { Choice } from './tree.ts';

interface ChoicesProps {
  source: AnySource;
  choices: Choice<unknown>[];
  label: string;
  chosen?: readonly string[];
  /** Said where there is nothing to choose. */
  nothing?: string;
}

export function Choices({ source, choices, label, chosen = [], nothing }: ChoicesProps): ReactNode {
  return (
    <Combobox.Dropdown className={styles.dropdown} hidden={choices.length === 0 && !nothing}>
      <Combobox.Options aria-label={label} className={styles.options}>
        {choices.map((choice) => (
          <Combobox.Option
            key={choice.id}
            value={choice.id}
            active={chosen.includes(choice.id)}
            className={styles.option}
            style={{ '--depth': choice.depth }}
          >
            <span className={styles.label}>
              {choice.label} <Audience names={source.audienceOf?.(choice.row) ?? []} />
            </span>
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </Combobox.Option>
        ))}
        {choices.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

/** Not everyone sees it: a link to it leads others to the login. */
function Audience({ names }: { names: readonly string[] }): ReactNode {
  return (
    names.length > 0 && <LockMark title={t`Seen by ${names.join(', ')} only`}>{names.join(', ')}</LockMark>
  );
}
