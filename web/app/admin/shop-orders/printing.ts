export type DocumentKind = 'invoice' | 'packing_slip';

/** Documents are pages of the service, which browsers print; the same as PDF is a file. */
export const documentAddress = (id: string, kind: DocumentKind): string =>
  `/ecom/orders/${id}/documents/${kind}`;

export const pdfAddress = (id: string, kind: DocumentKind): string => `${documentAddress(id, kind)}.pdf`;
