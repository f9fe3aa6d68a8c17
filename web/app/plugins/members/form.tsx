/** Forms of the plugins for members: plain HTML, with what the server refuses written beside its field. */
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldFault, ProblemError } from '../../api/problem.ts';
import { problemInWords, translated } from './problem.ts';

interface FormState {
  faults: readonly FieldFault[];
  isSending: boolean;
}

const FormContext = createContext<FormState>({ faults: [], isSending: false });

interface MemberFormProps {
  /** Sends what was typed; a ProblemError is shown. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
  submit: string;
  children?: ReactNode;
  /** Beside the button. */
  more?: ReactNode;
  /** Words for a refusal that has no field; left out, the server's own. */
  words?: (problem: ProblemError) => MessageDescriptor | undefined;
  isDangerous?: boolean;
  /** One of several buttons, and not the one that most want. */
  isQuiet?: boolean;
  label?: string;
}

/** The inputs keep what they hold, so that what was typed before the page was awake is not lost. */
export function MemberForm({
  onSubmit,
  submit,
  children,
  more,
  words,
  isDangerous,
  isQuiet,
  label,
}: MemberFormProps): ReactNode {
  const { i18n, t } = useLingui();
  const [problem, setProblem] = useState<ProblemError>();
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await onSubmit(valuesOf(event.currentTarget));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(await translated(error, i18n));
    } finally {
      setSending(false);
    }
  };
  // With the words, and not a moment later: whoever types by then would lose the keyboard.
  useLayoutEffect(() => {
    if (problem) focusFault(form.current);
  }, [problem]);
  const own = problem && words?.(problem);
  return (
    // Without its script a dialog's form sends nothing: passwords must not end up in an address.
    <form ref={form} className="pw-form" method="dialog" onSubmit={send} aria-label={label}>
      <FormContext value={{ faults: problem?.errors ?? [], isSending }}>{children}</FormContext>
      {problem && (
        <p className="pw-form-problem" role="alert" tabIndex={-1}>
          {own ? t(own) : problemInWords(problem, i18n)}
        </p>
      )}
      <div className="pw-form-end">
        <button
          type="submit"
          aria-disabled={isSending}
          data-danger={isDangerous || undefined}
          className={isQuiet ? 'pw-quiet' : undefined}
        >
          {submit}
        </button>
        {more}
      </div>
      <noscript>
        <p className="pw-form-hint">{t`This form needs JavaScript.`}</p>
      </noscript>
    </form>
  );
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

function focusFault(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (first ?? form?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
}

interface TextFieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  defaultValue?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  inputMode?: 'numeric' | 'text';
  /** Path of the field in the request, where the name is another. */
  field?: string;
}

/** It has to be filled in. */
export function TextField({
  name,
  label,
  type = 'text',
  hint,
  field = name,
  ...input
}: TextFieldProps): ReactNode {
  const id = useId();
  const fault = useFault(field);
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <p className="pw-field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="pw-form-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input
        id={id}
        name={name}
        type={type}
        required
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {fault && (
        <span className="pw-field-fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </p>
  );
}

/** In the label of what may be left out. What does not say so is needed. */
export function Optional(): ReactNode {
  const { t } = useLingui();
  return <span className="pw-form-optional">{` ${t`(optional)`}`}</span>;
}

/** What the server refused about a field, or about something in it; undefined where nothing. */
export function useFault(field: string): string | undefined {
  const { faults } = useContext(FormContext);
  return faults.find((fault) => fault.field === field || fault.field.startsWith(`${field}.`))?.detail;
}

/** Something that has happened, said aloud. */
export function Done({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className="pw-form-done" role="status">
      {children}
    </p>
  );
}
