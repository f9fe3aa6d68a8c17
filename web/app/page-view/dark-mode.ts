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
