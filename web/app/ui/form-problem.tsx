import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { ProblemError } from '../api/problem.ts';
import styles from './form-problem.module.css';

/** Why a form was refused, above its fields; the faults that no field of it can show are listed. */
export function FormProblem({ problem, children }: { problem: ProblemError | undefined; children?: string }) {
  return (
    <div role="alert">
      {problem && (
        <div className={styles.problem}>
          <CircleAlert size={18} aria-hidden />
          <div>
            <p>{children ?? problem.detail ?? problem.title}</p>
            {problem.errors.length > 0 && (
              <ul>
                {problem.errors.map((fault) => (
                  <li key={fault.field + fault.code}>{fault.detail}</li>
                ))}
              </ul>
            )}
            {problem.status >= 500 && problem.requestId && (
              <p className={styles.reference}>
                <Trans>Reference {problem.requestId}</Trans>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
