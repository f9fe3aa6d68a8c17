import { describe, expect, it } from 'vitest';
import type { PageRender } from '../page/types.ts';
import { PageBuilder } from '../page-view/testing/example-page.ts';
import { errorDocument } from './errors.tsx';
import { render } from './render.tsx';

const assets = { publicUrl: 'https://site.example', templateCss: '', visitorScript: '/assets/v.js' };

/** A page of a site in a language, with the form to log in and a main part. `heading` is an editor's, `data` tells who looks. */
function pageIn(language: string, heading?: string, data?: object): PageRender {
  const builder = new PageBuilder();
  const main = builder.with(
    builder.node(
      'layout',
      builder.node(
        'col',
        builder.plugin('cms.login', { resetPage: '/reset', ...(heading && { heading }) }, data),
      ),
    ),
    {
      site: { tagName: 'main' },
    },
  );
  const state = builder.render([main]);
  return { ...state, site: { ...state.site, language } };
}

describe('a page', () => {
  it('speaks the language of its site', () => {
    const html = render(pageIn('de-AT'), assets);
    expect(html).toContain('<html lang="de-AT">');
    expect(html).toContain('<h2>Anmelden</h2>');
    expect(html).toContain('Passwort vergessen?');
    expect(html).toContain('Zum Inhalt springen');
    expect(html).toContain('data-expired="Ihre Sitzung ist abgelaufen');
    expect(html).toContain('data-expired-stays="Diese Seite bleibt');
    expect(html).toContain('data-expired-reload="Seite neu laden"');
    expect(html).not.toMatch(/>(?:Log in|Password|Skip to content)</);
  });

  it('runs from right to left where its language does, in English where there is no catalogue', () => {
    const html = render(pageIn('ar'), assets);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<h2>Log in</h2>');
    expect(render(pageIn('en'), assets)).not.toMatch(/ dir=| data-expired/);
  });

  it('marks what is English for want of a catalogue, and in it what an editor wrote', () => {
    const english = 'lang="en" dir="ltr"';
    expect(render(pageIn('ar'), assets)).toContain(`class="pw-member pw-member-stack" ${english}><h2>Log in`);
    expect(render(pageIn('ar'), assets)).toMatch(/class="pw-skip" href="[^"]+" lang="en" dir="ltr">Skip/);
    expect(render(pageIn('he', 'כניסה'), assets)).toContain('<h2 lang="he" dir="rtl">כניסה</h2>');
    const ofMember = render(pageIn('he', 'כניסה', { isLoggedIn: true }), assets);
    expect(ofMember).toContain('<h2>You are logged in</h2>');
    for (const language of ['en-GB', 'de', 'de-AT'])
      expect(render(pageIn(language), assets)).not.toContain(english);
  });

  it('is drawn in its own language although another one was drawn before', () => {
    render(pageIn('de'), assets);
    expect(render(pageIn('en-GB'), assets)).toContain('<h2>Log in</h2>');
  });
});

it('an error speaks the language of the site', () => {
  expect(errorDocument(404, 'de')).toContain('<h1>404 Seite nicht gefunden</h1>');
  expect(errorDocument(404, 'de-AT')).toContain('<html lang="de-AT">');
  expect(errorDocument(404, 'he')).toContain('<html lang="en">');
});
