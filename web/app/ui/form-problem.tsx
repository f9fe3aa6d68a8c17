import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ProblemError } from '../api/problem.ts';
import styles from './form-problem.module.css';
import { sentenceOf } from './problem-words.ts';

/** Why a form was refused, above its fields; the faults that no field of it can show are listed. */
export function FormProblem({ problem, children }: { problem: ProblemError | undefined; children?: string }) {
  return (
    <div role="alert">
      {problem && (
        <div className={styles.problem}>
          <CircleAlert size={18} aria-hidden />
          <div>
            <p>{children ?? wordsFor(problem)}</p>
            {problem.errors.length > 0 && (
              <ul>
                {problem.errors.map((fault) => (
                  <li key={fault.field + fault.code}>{fault.detail}</li>
                ))}
              </ul>
            )}
            {problem.reference && (
              <p className={styles.reference}>
                <Trans>Reference {problem.reference}</Trans>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function wordsFor(problem: ProblemError): string {
  // A service knows only that the versions differ, not what becomes of the form.
  if (problem.code === 'precondition_failed')
    return t`Somebody has changed this since you opened it. What you have typed is still here, and nothing of it is saved: keep what you need of it, then reload the page to see their version.`;
  return sentenceOf(problem);
}
