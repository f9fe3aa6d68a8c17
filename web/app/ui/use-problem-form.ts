/**
 * A form whose server has the last word: what it refuses is written beside the fields it names, and the
 * first of them gets the focus.
 */
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldFault, ProblemError } from '../api/problem.ts';

export interface ProblemFormInput<Values, Saved> {
  initialValues: Values;
  /** Checks that need no server; each answers the message or null. */
  validate?: FormValidateInput<Values>;
  /** Sends it; a ProblemError is shown, everything else is a fault of ours and thrown on. */
  submit: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved, values: Values) => void;
  /** The field (a name of Values) for a path in the request, where the two differ. */
  fieldOf?: (path: string) => string;
  /** What has to be typed anew after some refusals, a password or a code: the next key replaces it then. */
  retyped?: { input: RefObject<HTMLInputElement | null>; after: (problem: ProblemError) => boolean };
}

/** What the frame of the form is told of it. */
export interface FormState {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  isSaving: boolean;
  /** What was refused and belongs to no field of the form. */
  problem: ProblemError | undefined;
  /** Stands in the problem's place: what has to be decided before it can be saved. */
  decision?: ReactNode;
  /** Keys of the form as a whole. */
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
}

export interface ProblemForm<Values> extends FormState {
  form: UseFormReturnType<Values>;
  /** The same at once, for a FormFrame. */
  frame: FormState;
  setProblem: (problem: ProblemError | undefined) => void;
  /** Sends values that were not typed in: what a decision made of them. */
  send: (values: Values) => Promise<void>;
}

/** Splits faults into messages by field name and those whose field the form does not have. */
export function faultsByField<Values extends object>(
  faults: FieldFault[],
  values: Values,
  fieldOf: (path: string) => string = (path) => path,
): { messages: Record<string, string>; others: FieldFault[] } {
  const messages: Record<string, string> = {};
  const others: FieldFault[] = [];
  for (const fault of faults) {
    const name = fieldOf(fault.field);
    if (name in values) messages[name] ??= fault.detail;
    else others.push(fault);
  }
  return { messages, others };
}

function focusFirstInvalid(element: HTMLFormElement | null): void {
  element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Whether the focus was put elsewhere. A button that cannot be pressed loses it to the document, which nobody has chosen. */
function hasMovedFrom(before: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== before && activeElement !== body;
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

export function useProblemForm<Values extends Record<string, unknown>, Saved>({
  initialValues,
  validate,
  submit,
  onSaved,
  fieldOf,
  retyped,
}: ProblemFormInput<Values, Saved>): ProblemForm<Values> {
  const form = useForm<Values>({ initialValues, validate });
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<ProblemError>();
  const isSent = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  const send = async (values: Values) => {
    // A double press of Enter must not save twice.
    if (isSent.current) return;
    isSent.current = true;
    setSaving(true);
    setProblem(undefined);
    const before = document.activeElement;
    try {
      const saved = await submit(values);
      form.resetDirty(values);
      onSaved(saved, values);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { messages, others } = faultsByField(error.errors, values, fieldOf);
      // Drawn at once: what is to get the focus has to be marked before it is looked for.
      flushSync(() => {
        form.setErrors(messages);
        if (Object.keys(messages).length === 0 || others.length > 0) setProblem(error);
      });
      focusFirstInvalid(element.current);
      // Who has gone on meanwhile, to correct the address or the password itself, is not disturbed.
      const isChanged = Object.entries(form.getValues()).some(([name, value]) => value !== values[name]);
      if (retyped?.after(error) && !isChanged && !hasMovedFrom(before)) selectAll(retyped.input.current);
    } finally {
      isSent.current = false;
      setSaving(false);
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    element.current = event.currentTarget;
    // A dialog's form is drawn inside the screen's in React, though not in the document.
    event.stopPropagation();
    form.onSubmit(
      (values) => void send(values),
      (messages) => {
        // useForm has set them already, to be drawn when React comes to it, which a frame's end may precede.
        flushSync(() => form.setErrors(messages));
        focusFirstInvalid(element.current);
      },
    )(event);
  };
  const frame = { onSubmit, isSaving, problem };
  return { form, frame, ...frame, setProblem, send };
}
