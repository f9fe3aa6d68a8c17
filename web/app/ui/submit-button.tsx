/**
 * The button that sends a form. While it waits, or has nothing to send, it stays where the keyboard is: a disabled one
 * would lose the focus, and the user who pressed Save would begin at the top of the page again.
 */
import { Button, Loader } from '@mantine/core';
import styles from './submit-button.module.css';

interface SubmitButtonProps {
  children: string;
  /** Plain where several forms share a screen; the one thing to do on it is filled. */
  look?: 'plain' | 'main' | 'danger';
  isPending?: boolean;
  /** Nothing has changed that could be sent. */
  isResting?: boolean;
  fullWidth?: boolean;
}

export function SubmitButton({
  children,
  look = 'plain',
  isPending,
  isResting,
  fullWidth,
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="md"
      variant={look === 'plain' ? undefined : 'filled'}
      color={look === 'danger' ? 'danger' : undefined}
      fullWidth={fullWidth}
      aria-disabled={isPending || isResting || undefined}
      aria-busy={isPending || undefined}
      data-disabled={(isResting && !isPending) || undefined}
    >
      <span className={styles.label} data-pending={isPending || undefined}>
        {children}
      </span>
      {isPending && (
        <span className={styles.loader}>
          <Loader size={18} color="currentColor" aria-hidden />
        </span>
      )}
    </Button>
  );
}
