/** Documents are pages of the service, which browsers print or save as PDF. */
export const documentAddress = (id: string, kind: 'invoice' | 'packing_slip'): string =>
  `/ecom/orders/${id}/documents/${kind}`;
