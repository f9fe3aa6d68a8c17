import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';

export default (words: I18n) => ({ label: t(words)`In this section` });
