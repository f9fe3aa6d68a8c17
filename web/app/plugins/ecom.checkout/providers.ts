/** The scripts of providers of payments. Each is loaded once somebody has chosen to pay by it. */

interface StripeElement {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
}
interface StripeElements {
  create: (kind: 'payment') => StripeElement;
}
export interface StripeApi {
  elements: (options: object) => StripeElements;
  confirmPayment: (options: object) => Promise<{ error?: { message?: string } }>;
}
interface PayPalApi {
  Buttons: (options: object) => { render: (place: HTMLElement) => Promise<void> };
}
interface Provided {
  Stripe?: (key: string, options: { locale: string }) => StripeApi;
  paypal?: PayPalApi;
}

const provided = globalThis as unknown as Provided;
const STRIPE = 'https://js.stripe.com/v3/';

/** Has the script on its way before it is needed; whether it comes shows when it is. */
export const preloadStripe = (): void => void loadScript(STRIPE).catch(() => {});

export async function loadStripe(key: string, language: string): Promise<StripeApi> {
  await loadScript(STRIPE);
  if (!provided.Stripe) throw new Error('Stripe is not there.');
  return provided.Stripe(key, { locale: language });
}

export async function loadPayPal(clientId: string, currency: string): Promise<PayPalApi> {
  const query = new URLSearchParams({
    'client-id': clientId,
    currency: currency.toUpperCase(),
    intent: 'authorize',
    components: 'buttons',
  });
  await loadScript(`https://www.paypal.com/sdk/js?${query}`);
  if (!provided.paypal) throw new Error('PayPal is not there.');
  return provided.paypal;
}

const loading = new Map<string, Promise<void>>();

function loadScript(src: string): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      // It can be tried again: a connection may come back.
      script.remove();
      loading.delete(src);
      reject(new Error('The script of the provider did not load.'));
    };
    document.head.append(script);
  });
  loading.set(src, loaded);
  return loaded;
}
