import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';

export default (words: I18n) => ({
  loginLabel: t(words)`Log in`,
  logoutLabel: t(words)`Log out`,
  accountLabel: t(words)`My account`,
});
