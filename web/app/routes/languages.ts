/** Keeps each screen in its language: from one to a screen that speaks another, the browser loads the document anew. */
import { type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { i18n } from '#words/i18n.ts';
import { screenLanguage } from '#words/languages.ts';
import { siteLanguage } from '#words/site-language.ts';

type Guard = (args: LoaderFunctionArgs) => Promise<Response | null>;

const inLanguage =
  (languageOf: () => string, guard: Guard): Guard =>
  async (args) => {
    const found = await guard(args);
    if (found || languageOf() === i18n.locale) return found;
    const { pathname, search } = new URL(args.request.url);
    return redirectDocument(pathname + search);
  };

/** For the screens that visitors get. */
export const inSiteLanguage = (guard: Guard = async () => null): Guard => inLanguage(siteLanguage, guard);

/** For the screens of editors and admins. */
export const inScreenLanguage = (guard: Guard): Guard => inLanguage(screenLanguage, guard);
