/** The scripts of providers of payments. Each is loaded once somebody has chosen to pay by it. */

interface StripeElement {
  mount: (place: HTMLElement) => void;
  on: (event: 'loaderror', call: () => void) => void;
  destroy: () => void;
}
interface StripeElements {
  create: (kind: 'payment') => StripeElement;
}
export interface StripeApi {
  elements: (options: object) => StripeElements;
  confirmPayment: (options: object) => Promise<{ error?: { message?: string; type?: string } }>;
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
/** Nobody looks at an empty place for longer. Milliseconds. */
const LONGEST = 30_000;

/** Has the script on its way before it is needed; whether it comes shows when it is. */
export const preloadStripe = (): void => void loadScript(STRIPE, 'Stripe').catch(() => {});

export async function loadStripe(key: string, language: string): Promise<StripeApi> {
  const stripe = await loadScript(STRIPE, 'Stripe');
  return stripe(key, { locale: language });
}

export async function loadPayPal(clientId: string, currency: string): Promise<PayPalApi> {
  const query = new URLSearchParams({
    'client-id': clientId,
    currency: currency.toUpperCase(),
    intent: 'authorize',
    components: 'buttons',
  });
  return loadScript(`https://www.paypal.com/sdk/js?${query}`, 'paypal');
}

const loading = new Map<string, Promise<void>>();

/** What a script brings, under the name that it has there. It throws where it does not come, and can be tried again. */
async function loadScript<Name extends keyof Provided>(
  src: string,
  name: Name,
): Promise<NonNullable<Provided[Name]>> {
  const known = loading.get(src) ?? addScript(src, name);
  loading.set(src, known);
  try {
    await known;
  } catch (error) {
    // A connection may come back.
    loading.delete(src);
    throw error;
  }
  return provided[name] as NonNullable<Provided[Name]>;
}

function addScript(src: string, name: keyof Provided): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`The script with ${name} did not load.`));
    };
    const timer = setTimeout(fail, LONGEST);
    // What blocks trackers may have sent an empty one in its place.
    script.onload = () => {
      if (!provided[name]) return fail();
      clearTimeout(timer);
      resolve();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}
