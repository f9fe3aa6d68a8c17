/**
 * The widgets of captcha providers. Their scripts are loaded once somebody is in a form of a site that has one. All three
 * have the same calls: `render` with callbacks for a value, for one that has expired and for what went wrong, and `reset`.
 */

type WidgetId = string | number;

interface Widgets {
  render: (place: HTMLElement, options: Record<string, unknown>) => WidgetId;
  reset: (id: WidgetId) => void;
}

/** Where the script is, what it calls itself, and whether it is told the language by its address, not by `render`. */
const PROVIDERS: Readonly<Record<string, { script: string; name: string; takesLanguage?: boolean }>> = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    name: 'grecaptcha',
    takesLanguage: true,
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    name: 'hcaptcha',
    takesLanguage: true,
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
  },
};
/** What a widget takes for a language as an option of `render`; with any other it keeps the browser's. */
const LANGUAGE_OPTION = /^[a-z]{2}(-[a-z]{2})?$/i;
const POLL = 100;
/** A script that has come and does not say that it is ready is one that something holds back. */
const LONGEST_START = 15_000;

interface Waiting {
  promise: Promise<string>;
  resolve: (value: string) => void;
  reject: (failure: Error) => void;
}

/** What `Promise.withResolvers` gives, which not all browsers of the target have. */
function waiting(): Waiting {
  let [resolve, reject]: [Waiting['resolve'], Waiting['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<string>((solved, failed) => {
    [resolve, reject] = [solved, failed];
  });
  return { promise, resolve, reject };
}

/** The provider's script cannot be had, or its widget does not work: the visitor cannot do anything in it. */
export class CaptchaFailure extends Error {}

/** One widget, from which a value for each message is had. */
export class Captcha {
  private value = '';
  private hasFailed = false;
  private waiting: Waiting | undefined;
  private readonly widgets: Widgets;
  private readonly id: WidgetId;

  private constructor(widgets: Widgets, siteKey: string, place: HTMLElement, language?: string) {
    this.widgets = widgets;
    place.replaceChildren();
    this.id = widgets.render(place.appendChild(document.createElement('div')), {
      sitekey: siteKey,
      ...(language && { language }),
      callback: (value: string) => this.solved(value),
      'expired-callback': () => this.expired(),
      'error-callback': () => this.failed(),
    });
  }

  /** Draws the widget. Rejects with a `CaptchaFailure` when the provider's script cannot be had. */
  static async load(provider: string, siteKey: string, place: HTMLElement): Promise<Captcha> {
    const known = PROVIDERS[provider];
    if (!known) throw new CaptchaFailure(`There is no captcha provider ${provider}.`);
    // Else it speaks the browser's language, amid a page in the site's.
    const { lang } = document.documentElement;
    const { script, name, takesLanguage } = known;
    await loadScript(takesLanguage && lang ? `${script}&hl=${encodeURIComponent(lang)}` : script);
    return new Captcha(
      await untilReady(name),
      siteKey,
      place,
      !takesLanguage && LANGUAGE_OPTION.test(lang) ? lang : undefined,
    );
  }

  /** Whether there is a value that can be sent. */
  get isSolved(): boolean {
    return this.value !== '';
  }

  /** The value for one message, once the visitor has solved it. Rejects with a `CaptchaFailure` where the widget fails. */
  solution(): Promise<string> {
    if (this.value) return Promise.resolve(this.value);
    if (this.hasFailed) {
      this.hasFailed = false;
      this.widgets.reset(this.id);
    }
    this.waiting ??= waiting();
    return this.waiting.promise;
  }

  private solved(value: string): void {
    this.value = value;
    this.hasFailed = false;
    this.waiting?.resolve(value);
    this.waiting = undefined;
  }

  /** The provider takes each value for some minutes only; its widget asks again. */
  private expired(): void {
    this.value = '';
    this.widgets.reset(this.id);
  }

  private failed(): boolean {
    this.value = '';
    this.hasFailed = true;
    this.waiting?.reject(new CaptchaFailure());
    this.waiting = undefined;
    // One provider takes this for: it is dealt with.
    return true;
  }
}

const loading = new Map<string, Promise<void>>();

/** Once, however many forms want it; once more after a failure. */
function loadScript(src: string): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(src);
      reject(new CaptchaFailure());
    };
    document.head.append(script);
  });
  loading.set(src, loaded);
  return loaded;
}

async function untilReady(name: string): Promise<Widgets> {
  const end = performance.now() + LONGEST_START;
  while (performance.now() < end) {
    const widgets = (window as unknown as Record<string, Widgets | undefined>)[name];
    if (typeof widgets?.render === 'function') return widgets;
    await new Promise((next) => setTimeout(next, POLL));
  }
  throw new CaptchaFailure('The captcha did not start.');
}
