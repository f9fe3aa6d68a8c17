/**
 * Sends the form in place: gets a ticket once somebody is in it, solves its puzzle meanwhile, shows fields by their
 * conditions, and puts what the page's server answers in place of the form. Nothing of it is needed to send it.
 */
import { loadCaptcha } from './captcha.ts';
import { type Condition, PREFIX, shown } from './sending.ts';
import { solve } from './solve.ts';

interface Ticket {
  ticket: string;
  difficulty: number;
  captchaProvider: string;
  captchaSiteKey: string;
}

/** What goes with a message: its ticket, and what was asked for it. */
type Proof = Record<'ticket' | 'solution' | 'captcha', string>;

const ANSWERS = 'text/html, application/json';

export default function start(element: HTMLElement): void {
  new FormScript(element).start();
}

class FormScript {
  private readonly element: HTMLElement;
  private proof: Promise<Proof> | undefined;
  private isSending = false;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  start(): void {
    const { element } = this;
    for (const type of ['focusin', 'pointerdown'])
      element.addEventListener(type, () => this.prepare(), { passive: true });
    for (const type of ['input', 'change']) element.addEventListener(type, () => this.applyConditions());
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.send();
    });
    // Shown once more as it was left, on going back from the page after it.
    addEventListener('pageshow', ({ persisted }) => persisted && this.settle());
    this.applyConditions();
    if (element.contains(document.activeElement)) this.prepare();
  }

  private get form(): HTMLFormElement | null {
    return this.element.querySelector('form');
  }

  /** Nothing is loaded for those who only read the page. */
  private prepare(): void {
    const form = this.form;
    if (!form || this.proof) return;
    this.proof = proofFor(form);
    // Sending tells of it; until then it is nobody's business.
    this.proof.catch(() => undefined);
  }

  private applyConditions(): void {
    const fields = [...this.element.querySelectorAll<HTMLElement>('[data-name]')];
    const answers = answersIn(this.form);
    const asked = shown(fields.map(conditionOf), answers);
    for (const field of fields) {
      if (field.dataset.when === undefined) continue;
      const isShown = asked.has(field.dataset.name ?? '');
      field.hidden = !isShown;
      for (const input of field.querySelectorAll<HTMLInputElement>('input,select,textarea')) {
        input.disabled = !isShown;
        input.required = isShown && input.dataset.required !== undefined;
      }
    }
  }

  private async send(isAgain = false): Promise<void> {
    const form = this.form;
    if (!form || (this.isSending && !isAgain)) return;
    const large = tooLarge(form);
    if (large) return say(large, form.dataset.tooLarge ?? '');
    this.isSending = true;
    form.setAttribute('aria-busy', 'true');
    form.querySelector('button')?.setAttribute('aria-disabled', 'true');
    try {
      this.prepare();
      const data = new FormData(form);
      for (const [name, value] of Object.entries((await this.proof) as Proof))
        if (value) data.set(name, value);
      this.proof = undefined;
      if (await this.take(await post(form, data), isAgain)) return;
    } catch {
      this.proof = undefined;
      say(form, form.dataset.failed ?? '');
    }
    this.settle();
  }

  /** The form can be sent. */
  private settle(): void {
    this.isSending = false;
    this.form?.removeAttribute('aria-busy');
    this.form?.querySelector('button')?.removeAttribute('aria-disabled');
  }

  /** Gives whether the form is gone, or sent once more. */
  private async take(answer: XMLHttpRequest, isAgain: boolean): Promise<boolean> {
    if (isJson(answer)) {
      const to = new URL(JSON.parse(answer.responseText).location, location.href);
      if (to.origin !== location.origin || to.pathname !== location.pathname) {
        location.assign(to);
        return true;
      }
      // It is sent; what comes after must not say that it was not.
      try {
        const page = await fetch(to);
        this.show(await page.text());
      } catch {
        location.assign(to);
        return true;
      }
    } else this.show(answer.responseText);
    if (this.form?.dataset.repeatable && !isAgain) {
      await this.send(true);
      return true;
    }
    this.isSending = false;
    return true;
  }

  /** Puts the form of a page that came back in place of this one. Files that were chosen stay chosen. */
  private show(html: string): void {
    const place = this.element.firstElementChild;
    const next = new DOMParser().parseFromString(html, 'text/html').getElementById(place?.id ?? '');
    if (!place || !next) throw new Error('The answer has no such form.');
    // A document that is only read takes these for elements like any other, and would load the picture.
    for (const each of next.querySelectorAll('noscript')) each.remove();
    for (const each of next.querySelectorAll('[autofocus]')) each.removeAttribute('autofocus');
    const chosen = [...place.querySelectorAll<HTMLInputElement>('input[type=file]')];
    place.replaceWith(document.adoptNode(next));
    for (const input of chosen) {
      const blank = [...next.querySelectorAll<HTMLInputElement>('input[type=file]')].find(
        ({ name }) => name === input.name,
      );
      if (blank) blank.files = input.files;
    }
    this.applyConditions();
    focusOn(
      next.querySelector<HTMLElement>('[aria-invalid]') ?? next.querySelector('[role=alert],[role=status]'),
    );
  }
}

async function proofFor(form: HTMLFormElement): Promise<Proof> {
  const answer = await fetch('/cms/contact-forms/tickets', { method: 'POST' });
  if (!answer.ok) throw new Error(`No ticket: ${answer.status}`);
  const { ticket, difficulty, captchaProvider, captchaSiteKey }: Ticket = await answer.json();
  const place = form.querySelector<HTMLElement>('.pw-form-captcha');
  if (captchaProvider && place) {
    place.hidden = false;
    return { ticket, solution: '', captcha: await loadCaptcha(captchaProvider, captchaSiteKey, place) };
  }
  return { ticket, solution: await solve(ticket, difficulty), captcha: '' };
}

/** Not `fetch`, which does not tell how far an upload is. */
function post(form: HTMLFormElement, data: FormData): Promise<XMLHttpRequest> {
  const progress = form.querySelector<HTMLProgressElement>('progress');
  const hasFiles = [...data.values()].some((value) => value instanceof File && value.size > 0);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => {
      if (!progress || !hasFiles) return;
      progress.hidden = false;
      progress.value = loaded / total;
    };
    request.onload = () => (isJson(request) || isHtml(request) ? resolve(request) : reject(request));
    request.onerror = reject;
    request.onloadend = () => {
      if (progress) progress.hidden = true;
    };
    request.open('POST', form.action);
    request.setRequestHeader('Accept', ANSWERS);
    request.send(data);
  });
}

const typeOf = (answer: XMLHttpRequest) => answer.getResponseHeader('content-type') ?? '';
const isJson = (answer: XMLHttpRequest) =>
  answer.status === 200 && typeOf(answer).startsWith('application/json');
const isHtml = (answer: XMLHttpRequest) => typeOf(answer).startsWith('text/html');

function conditionOf({ dataset }: HTMLElement): Condition {
  const { name = '', when = '', equals = '' } = dataset;
  return { name, when, equals };
}

/** What is filled in now. The FormData leaves out what is disabled, which a field is that is not shown. */
function answersIn(form: HTMLFormElement | null): Map<string, string[]> {
  const answers = new Map<string, string[]>();
  if (!form) return answers;
  for (const input of form.querySelectorAll<HTMLInputElement>(`[name^="${PREFIX}"]`)) {
    const name = input.name.slice(PREFIX.length);
    const isTicked = !['checkbox', 'radio'].includes(input.type) || input.checked;
    if (isTicked) answers.set(name, [...(answers.get(name) ?? []), input.value]);
  }
  return answers;
}

function tooLarge(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('input[type=file]')].find(({ files, dataset }) =>
    [...(files ?? [])].some(({ size }) => size > Number(dataset.most)),
  );
}

/** Says what is wrong at the end of the form, and once more for each time. */
function say(near: HTMLElement, words: string): void {
  const form = near.closest('form');
  form?.querySelector(':scope > .pw-form-problem')?.remove();
  const problem = document.createElement('p');
  problem.className = 'pw-form-problem';
  problem.setAttribute('role', 'alert');
  problem.textContent = words;
  form?.querySelector('.pw-form-end')?.before(problem);
  if (near !== form) near.focus();
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}
