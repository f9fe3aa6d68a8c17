/** Pages that stay light whatever a visitor's system says: see the site's setting. */

const QUERY = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** CSS in which no media query finds that somebody prefers dark. */
export function lightCss(css: string): string {
  return css.replace(QUERY, (_, scheme: string) =>
    scheme.toLowerCase() === 'dark' ? '(width<0px)' : '(width>=0px)',
  );
}

/** For form controls, scroll bars and light-dark(). */
export const LIGHT_RULE = ':root{color-scheme:light!important}';

/** Whether pages are light or dark for everybody, by what their styles say first; undefined where visitors decide it. */
export function schemeOf(templateCss: string, followsDarkMode: boolean): 'light' | 'dark' | undefined {
  const said = /(?<![\w-])color-scheme:\s*([a-z ]+)/i.exec(templateCss)?.[1]?.split(' ') ?? [];
  if (said.includes('dark') && !said.includes('light')) return 'dark';
  const mayBeDark = said.includes('dark') || (said.length === 0 && templateCss.search(QUERY) >= 0);
  return mayBeDark && followsDarkMode ? undefined : 'light';
}
