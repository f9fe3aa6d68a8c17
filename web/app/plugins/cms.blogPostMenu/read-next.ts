import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';
import type { FieldsOf } from '../contract.ts';
import type manifest from './manifest.ts';

/** The menu that a new post ends with: what to read next, in the site's language. */
export const readNext = (words: I18n) =>
  ({
    displayMode: 'cards',
    label: t(words)`Read next`,
    showLabel: true,
    count: 3,
  }) satisfies FieldsOf<typeof manifest>;
