/** The widgets of captcha providers. Their scripts are loaded once somebody is in a form of a site that has one. */

interface Widgets {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown;
  ready?: (then: () => void) => void;
}

/** Where the script is, and what it calls itself. */
const PROVIDERS: Readonly<Record<string, { script: string; name: string }>> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
  },
};
const POLL = 100;

/** The value for one message, once the visitor has solved it. Rejects when the provider's script cannot be had. */
export async function loadCaptcha(provider: string, siteKey: string, place: HTMLElement): Promise<string> {
  const known = PROVIDERS[provider];
  if (!known) throw new Error(`There is no captcha provider ${provider}.`);
  await loadScript(known.script);
  const widgets = await untilReady(known.name);
  return new Promise((resolve, reject) => {
    place.replaceChildren();
    const inner = place.appendChild(document.createElement('div'));
    widgets.render(inner, { sitekey: siteKey, callback: resolve, 'error-callback': reject });
  });
}

function loadScript(src: string): Promise<void> {
  if (document.querySelector(`script[src="${src}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha did not load.'));
    };
    document.head.append(script);
  });
}

async function untilReady(name: string): Promise<Widgets> {
  for (;;) {
    const widgets = (window as unknown as Record<string, Widgets | undefined>)[name];
    if (typeof widgets?.render === 'function') return widgets;
    await new Promise((next) => setTimeout(next, POLL));
  }
}
