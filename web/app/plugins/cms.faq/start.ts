import { t } from '@lingui/core/macro';
import type { I18n } from '#words/i18n.ts';

export default (words: I18n) => ({
  heading: t(words)`Questions and answers`,
  items: [
    {
      question: t(words)`What would visitors like to know?`,
      answer: `<p>${t(words)`Write the answer here. It can have links, lists and tables.`}</p>`,
    },
  ],
});
