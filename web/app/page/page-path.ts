/** Same-origin addresses that are no pages: files, screens and services answer them. */
const NOT_PAGES = /^\/(?:files|api|auth|client|cms|crm|ecom|oauth2|assets|cms-[a-z]+)(?:\/|$)/;

/** Whether a path of this site may be a page's. */
export const isPagePath = (path: string): boolean => !NOT_PAGES.test(path);
