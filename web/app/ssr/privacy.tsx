import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { wordsOf } from '#words/i18n.ts';
import { speechOfWords } from '#words/languages.ts';
import type { PageRender, Site, TrackerCategory } from '../page/types.ts';
import type { RenderAssets } from './assets.ts';
import css from './privacy.css?inline';

/** Whether the page is to load what others count and show: not where it is edited, nor without its scripts. */
export function hasTrackers({ site }: PageRender, { isForEditor, isSafe }: RenderAssets): boolean {
  return site.trackers !== undefined && !isForEditor && !isSafe;
}

const CATEGORIES: Record<TrackerCategory, [name: MessageDescriptor, use: MessageDescriptor]> = {
  functional: [msg`Comfort`, msg`Maps, videos and other content from other companies.`],
  statistics: [msg`Statistics`, msg`How this site is used, so that it can be made better.`],
  marketing: [msg`Marketing`, msg`Advertising that suits you, here and elsewhere.`],
};

/**
 * What asks visitors what may be loaded of others, as a template that the browser copies when somebody is to be asked, and
 * the way back to it. Nothing of it shows without a script, as nothing is loaded without one either.
 */
export function Privacy({ site }: { site: Site }): ReactNode {
  const words = wordsOf(site.language);
  const categories = site.trackers?.categories ?? [];
  if (categories.length === 0) return null;
  return (
    <template id="pw-privacy" {...speechOfWords(site.language)}>
      <style dangerouslySetInnerHTML={{ __html: css }} />
      <section className="pw-privacy" aria-labelledby="pw-privacy-title">
        <h2 id="pw-privacy-title" tabIndex={-1}>{t(words)`Your privacy`}</h2>
        <p className="pw-privacy-offer">
          {t(
            words,
          )`With your consent we use services of other companies, which may store data on your device and learn that you were here. You can change your mind at any time.`}
        </p>
        <p className="pw-privacy-refused" hidden>
          {t(
            words,
          )`Your browser asks not to be tracked, and this site respects that: only what is necessary is loaded. To choose otherwise, change that setting of your browser.`}
        </p>
        <form>
          <div className="pw-privacy-choices" hidden>
            <label>
              <input type="checkbox" checked disabled readOnly />
              <span>
                <b>{t(words)`Necessary`}</b> {t(words)`This site does not work without these.`}
              </span>
            </label>
            {categories.map((category) => (
              <label key={category}>
                <input type="checkbox" name={category} />
                <span>
                  <b>{words._(CATEGORIES[category][0])}</b> {words._(CATEGORIES[category][1])}
                </span>
              </label>
            ))}
          </div>
          <div className="pw-privacy-buttons">
            <button type="button" data-choice="none">{t(words)`Reject all`}</button>
            <button type="button" data-choice="all">{t(words)`Accept all`}</button>
            <button type="button" data-choice="some">{t(words)`Choose`}</button>
            <button type="submit" data-choice="save" hidden>{t(words)`Save choices`}</button>
            <button type="button" data-choice="close" hidden>{t(words)`Close`}</button>
          </div>
        </form>
      </section>
      <p className="pw-privacy-link">
        <a href="#privacy-settings">{t(words)`Privacy settings`}</a>
      </p>
    </template>
  );
}
