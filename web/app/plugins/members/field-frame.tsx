/** What stands around an input of a members' form: its label, its hint and what the server refused about it. */
import { useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { FieldFault } from '../../api/problem.ts';

export interface FormState {
  faults: readonly Pick<FieldFault, 'field' | 'detail'>[];
  /** What was typed before the form was posted. */
  values: Readonly<Record<string, string>>;
}

export const FormContext = createContext<FormState>({ faults: [], values: {} });

/** What ties an input to its label, its hint and its fault. */
export interface Ties {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldFrameProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Path of the field in the request. */
  field: string;
  /** The input's id, where something else has to know it. */
  id?: string;
  /** In the label of what may be left out. What does not say so is needed. */
  isOptional?: boolean;
  /** A box to tick, which stands before its label. */
  isCheck?: boolean;
  children: (ties: Ties) => ReactNode;
}

export function FieldFrame({
  label,
  hint,
  field,
  isOptional,
  isCheck,
  children,
  ...given
}: FieldFrameProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const ownId = useId();
  const id = given.id ?? ownId;
  const fault = useFault(field);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const input = children({
    id,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': described || undefined,
  });
  return (
    <p className={isCheck ? 'pw-field pw-field-check' : 'pw-field'}>
      {isCheck && input}
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="pw-form-optional" {...words}>{` ${t`(optional)`}`}</span>}
      </label>
      {hint && (
        <span className="pw-form-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {!isCheck && input}
      {fault && (
        <span className="pw-field-fault" id={`${id}-fault`} {...words}>
          {fault}
        </span>
      )}
    </p>
  );
}

/** What the server refused about a field, or about something in it; undefined where nothing. */
export function useFault(field: string): string | undefined {
  const { faults } = useContext(FormContext);
  return faults.find((fault) => fault.field === field || fault.field.startsWith(`${field}.`))?.detail;
}
