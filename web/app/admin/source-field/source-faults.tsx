/** What is wrong with a text that is written as code, with a way to each place. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import styles from './source-field.module.css';

/** A fault in a text of lines. Line 0: in no line of it. */
export interface LineFault {
  field?: string;
  line: number;
  column?: number;
  detail: string;
}

interface SourceFaultsProps<Fault extends LineFault> {
  id?: string;
  faults: readonly Fault[];
  /** What leads to a fault; by default `Line 4`. */
  placeOf?: (fault: Fault) => string;
  onChoose: (fault: Fault) => void;
  /** Said where there is no fault with a line. */
  otherwise?: string | undefined;
}

const lineOf = ({ line }: LineFault) => t`Line ${line}`;

export function SourceFaults<Fault extends LineFault>(props: SourceFaultsProps<Fault>): ReactNode {
  const { id, faults, placeOf = lineOf, onChoose, otherwise } = props;
  // What is to be read out when it comes has to be there before: the list itself, only while there is something in it.
  return (
    <div id={id} aria-live="polite">
      {(otherwise || faults.length > 0) && (
        <ul className={styles.faults} aria-label={t`Mistakes`}>
          {otherwise && faults.length === 0 && <li>{otherwise}</li>}
          {faults.map((fault) => (
            <li key={`${fault.field} ${fault.line} ${fault.column} ${fault.detail}`}>
              {fault.line > 0 && (
                <button type="button" onClick={() => onChoose(fault)}>
                  {placeOf(fault)}
                </button>
              )}{' '}
              {fault.detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Faults carried by the one message that a field of a form has, as JSON. */
export function faultsIn<Fault extends LineFault>(message: unknown): Fault[] {
  return typeof message === 'string' && message.startsWith('[') ? JSON.parse(message) : [];
}
