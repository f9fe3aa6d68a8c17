/** Whose data a change would make invalid, and why: go back, or go on. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { InvalidData } from '../../api/schemas.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './invalid-data-dialog.module.css';

export interface InvalidDataFound {
  /** The first of them. */
  invalid: InvalidData[];
  invalidCount: number;
}

interface InvalidDataDialogProps extends InvalidDataFound {
  onAnswer: (isGoingOn: boolean) => void;
}

export function InvalidDataDialog({ invalid, invalidCount, onAnswer }: InvalidDataDialogProps) {
  const further = invalidCount - invalid.length;
  return (
    <Dialog
      opened
      persistent
      title={t`${plural(invalidCount, { one: 'This would make one person’s data invalid', other: 'This would make # people’s data invalid' })}`}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button data-autofocus onClick={() => onAnswer(false)}>
            {t`Go back`}
          </Button>
          <Button variant="filled" onClick={() => onAnswer(true)}>
            {t`Save anyway`}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        {t`Nothing is lost. The data is marked as invalid and has to be corrected the next time it is saved.`}
      </p>
      <ul className={styles.people}>
        {invalid.map(({ profileDataId, personName, errors }) => (
          <li key={profileDataId}>
            <strong>{personName}</strong>
            <ul>
              {errors.map(({ field, detail }) => (
                <li key={field + detail}>
                  <code>{field.replace(/^data\./, '')}</code> {detail}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {further > 0 && (
        <p className={styles.text}>
          <Trans>And {further} more.</Trans>
        </p>
      )}
    </Dialog>
  );
}
