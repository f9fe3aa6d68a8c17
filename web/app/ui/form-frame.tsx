/** What every form on a card, in a dialog or on a page of its own has around its fields: why it was refused, and its buttons. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ProblemError } from '../api/problem.ts';
import styles from './form-frame.module.css';
import { FormProblem } from './form-problem.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { FormState } from './use-problem-form.ts';

interface FormFrameProps extends FormState {
  /** Other words for it than its own. */
  wordsFor?: (problem: ProblemError) => string | undefined;
  /** Above the problem and the fields: what all of them are about. */
  intro?: ReactNode;
  children: ReactNode;
  /** Left out, the form has no row of buttons: then a `SubmitButton` stands among its fields. */
  submitLabel?: string;
  look?: 'plain' | 'main' | 'danger';
  /** There is nothing to send as long as nothing has changed. */
  isUnchanged?: boolean;
  onCancel?: () => void;
  cancelLabel?: string;
  /** Before the button that sends it: what else can be done. */
  actions?: ReactNode;
}

export function FormFrame({
  onSubmit,
  isSaving,
  problem,
  decision,
  onKeyDown,
  wordsFor,
  intro,
  children,
  submitLabel,
  look,
  isUnchanged,
  onCancel,
  cancelLabel = t`Cancel`,
  actions,
}: FormFrameProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isSaving && !isUnchanged) return onSubmit(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      {intro}
      <Refusal isShown={Boolean(problem || decision)}>
        {decision ?? <FormProblem problem={problem}>{problem && wordsFor?.(problem)}</FormProblem>}
      </Refusal>
      {children}
      {submitLabel && (
        <div className={styles.footer} data-footer>
          {actions}
          {onCancel && (
            <Button size="md" onClick={onCancel}>
              {cancelLabel}
            </Button>
          )}
          <SubmitButton look={look} isPending={isSaving} isResting={isUnchanged}>
            {submitLabel}
          </SubmitButton>
        </div>
      )}
    </form>
  );
}

/** Brought into view: the button that was pressed may stand far below it. */
function Refusal({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={place} className={styles.problem}>
      {children}
    </div>
  );
}

interface FormSectionProps {
  title?: string;
  description?: string;
  children: ReactNode;
}

/** Fields that belong together. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <fieldset className={styles.section}>
      {title && <legend>{title}</legend>}
      {description && <p className={styles.description}>{description}</p>}
      {children}
    </fieldset>
  );
}
