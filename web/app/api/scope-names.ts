/** Those of the customer-relationship area say nothing on a site that has none. */
export const isScopeShown = (name: string, hasCRM: boolean) => hasCRM || !name.startsWith('crm:');
