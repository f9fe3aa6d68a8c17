import type { ComponentProps, MouseEvent } from 'react';

interface WaitingButtonProps extends ComponentProps<'button'> {
  'data-loading'?: boolean;
}

/**
 * The element of the library's Button. While it waits it takes no press, but stays where the keyboard is: a disabled one
 * would lose the focus, and the user would begin at the top of the page again.
 */
export function WaitingButton({
  'data-loading': isWaiting,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: WaitingButtonProps) {
  if (!isWaiting) return <button type={type} disabled={disabled} onClick={onClick} {...rest} />;
  const refuse = (event: MouseEvent) => event.preventDefault();
  return <button type={type} {...rest} data-loading aria-disabled aria-busy onClick={refuse} />;
}
