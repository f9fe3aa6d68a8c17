import { siteLanguage } from '#words/site-language.ts';

export type DocumentKind = 'invoice' | 'packing_slip';

/** Documents are pages of the service, which browsers print; the same as PDF is a file. Buyers get them: in the site's language. */
export const documentAddress = (id: string, kind: DocumentKind, ending = ''): string =>
  `/ecom/orders/${id}/documents/${kind}${ending}?language=${siteLanguage()}`;

export const pdfAddress = (id: string, kind: DocumentKind): string => documentAddress(id, kind, '.pdf');
