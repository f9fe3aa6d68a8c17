import type { ReactNode } from 'react';
import type { SettingOnCard } from './cards.ts';

/** A setting that an address can name: `/cms-admin/site#accent`. */
export function Setting({ name, children }: { name: SettingOnCard; children: ReactNode }): ReactNode {
  return <div data-field={name}>{children}</div>;
}
