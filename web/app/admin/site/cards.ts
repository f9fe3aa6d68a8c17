/** The cards of the screen, with the settings on each by their names: what is drawn, and what the command palette finds. */
import { t } from '@lingui/core/macro';
import { LABELS } from './labels.ts';
import type { ValueName } from './values.ts';

/** A setting, or which template all those of the look are written to. */
export type SettingOnCard = Exclude<ValueName, 'dark-mode'> | 'template';

interface SiteCard {
  title: string;
  settings: readonly SettingOnCard[];
}

const card = (title: string, ...settings: SettingOnCard[]): SiteCard => ({ title, settings });

export const CARDS = {
  identity: card(t`Site`, 'siteName', 'language', 'timezone'),
  images: card(t`Logo and icon`, 'logo', 'darkLogo', 'icon'),
  template: card(t`Look`, 'template'),
  colours: card(t`Colours`, 'accent', 'neutral', 'ground', 'darkMode'),
  fonts: card(
    ...([t`Fonts`, 'heading-font', 'text-font', 'interface-font', 'heading-weight'] as const),
    ...(['text-size', 'scale'] as const),
  ),
  shape: card(t`Shape`, 'radius', 'spacing'),
};

export const labelOf = (setting: SettingOnCard): string =>
  setting === 'template' ? t`Template` : LABELS[setting];
