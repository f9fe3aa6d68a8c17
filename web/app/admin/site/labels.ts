/** What the settings of the site are called, in their cards and where two people changed the same. */
import { t } from '@lingui/core/macro';
import type { ValueName } from './values.ts';

export const LABELS: Record<ValueName, string> = {
  siteName: t`Name`,
  language: t`Language`,
  timezone: t`Time zone`,
  darkMode: t`Light or dark`,
  logo: t`Logo`,
  darkLogo: t`Logo on dark pages`,
  icon: t`Icon`,
  'dark-mode': t`Light or dark`,
  accent: t`Accent`,
  neutral: t`Text`,
  ground: t`Background`,
  'heading-font': t`Headings`,
  'heading-weight': t`Weight of headings`,
  'text-font': t`Text`,
  'interface-font': t`Menus and buttons`,
  'text-size': t`Text size`,
  scale: t`Size of headings`,
  spacing: t`Spacing`,
  radius: t`Round corners`,
};
