import type { OutsideHosts } from '../contract.ts';
import type { TillData } from '../shop/shop-data.ts';

const HOSTS: Readonly<Record<TillData['providers'][number], OutsideHosts>> = {
  stripe: { scripts: ['js.stripe.com'], calls: ['api.stripe.com'] },
  paypal: { scripts: ['www.paypal.com'] },
};

/** Whom the page lets in: the providers that the shop has keys of. */
export function outsideOf(data: unknown): OutsideHosts {
  const hosts = ((data as Partial<TillData> | undefined)?.providers ?? []).map((provider) => HOSTS[provider]);
  return {
    scripts: hosts.flatMap(({ scripts }) => scripts),
    calls: hosts.flatMap(({ calls = [] }) => calls),
  };
}
