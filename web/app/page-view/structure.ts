import css from './structure.css?inline';

/** Styles that hold the page's structure together, before the template's. */
export const structureCss: string = css;
