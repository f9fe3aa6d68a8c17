/**
 * Whether rich text says anything: one that was emptied may have kept its paragraphs. The server's twin is the text that
 * services/cms/cms/email_templates/plain_text.py makes of it.
 */
export const hasWords = (html: string | undefined): boolean =>
  html !== undefined && html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
