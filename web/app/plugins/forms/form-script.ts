/**
 * Sends the form in place: gets a ticket once somebody is in it, solves its puzzle meanwhile, shows fields by their
 * conditions, and puts what the page's server answers in place of the form. Nothing of it is needed to send it.
 */
import { CaptchaFailure } from './captcha.ts';
import { type Challenge, captchaPlace, challengeFor, proofOf, wordsOf } from './proof.ts';
import { type Condition, PREFIX, shown } from './sending.ts';

const ANSWERS = 'text/html, application/json';

export default function start(element: HTMLElement): void {
  new FormScript(element).start();
}

class FormScript {
  private readonly element: HTMLElement;
  private challenge: Promise<Challenge> | undefined;
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
    addEventListener('pageshow', ({ persisted }) => persisted && this.finish());
    this.applyConditions();
    if (element.contains(document.activeElement)) this.prepare();
  }

  private get form(): HTMLFormElement | null {
    return this.element.querySelector('form');
  }

  /** Nothing is loaded for those who only read the page. */
  private prepare(): void {
    const form = this.form;
    if (!form || this.challenge) return;
    this.challenge = challengeFor(form);
    this.challenge.catch((failure) => {
      // Sending tells of all else, and tries again; until then it is nobody's business.
      if (failure instanceof CaptchaFailure) say(form, wordsOf(failure, form));
    });
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
    try {
      const proof = await proofOf(await this.challengeToSend(form));
      const data = new FormData(form);
      for (const [name, value] of Object.entries(proof)) if (value) data.set(name, value);
      const answer = await post(form, data);
      // Each is good for one message. Without an answer that may have been taken: with its ticket it is not taken twice.
      this.challenge = undefined;
      if (await this.take(answer, isAgain)) return;
    } catch (failure) {
      say(form, wordsOf(failure, form));
    }
    this.finish();
  }

  /** What is asked for, and once more what could not be had before; where a person has to do it, the form says so. */
  private async challengeToSend(form: HTMLFormElement): Promise<Challenge> {
    const before = await this.challenge?.catch(() => undefined);
    if (!before) this.challenge = undefined;
    markBusy(form);
    this.prepare();
    const challenge = await (this.challenge as Promise<Challenge>);
    if (challenge.captcha && !challenge.captcha.isSolved) {
      markBusy(form, false);
      const place = captchaPlace(form);
      say(form, place?.dataset.wanted ?? '');
      place?.scrollIntoView({ block: 'center' });
      void challenge.captcha.solution().then(
        () => markBusy(form),
        () => undefined,
      );
    }
    return challenge;
  }

  /** The form can be sent. */
  private finish(): void {
    this.isSending = false;
    if (this.form) markBusy(this.form, false);
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
        const page = await fetch(to, { cache: 'no-cache' });
        if (!page.ok) throw new Error(`No page: ${page.status}`);
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
    request.onload = () => (isJson(request) || isFaulty(request) ? resolve(request) : reject(request));
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
/** The page with the form and what is wrong with it. Pages of another status may have the same form, blank. */
const isFaulty = (answer: XMLHttpRequest) => answer.status === 422 && typeOf(answer).startsWith('text/html');

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

/** It is on its way, and is not sent twice. */
function markBusy(form: HTMLFormElement, isBusy = true): void {
  const button = form.querySelector('button[type=submit]');
  for (const [element, name] of [
    [form, 'aria-busy'],
    [button, 'aria-disabled'],
  ] as const)
    if (isBusy) element?.setAttribute(name, 'true');
    else element?.removeAttribute(name);
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
  const { wordsLang, wordsDir } = form?.dataset ?? {};
  if (wordsLang) problem.lang = wordsLang;
  if (wordsDir) problem.dir = wordsDir;
  form?.querySelector('.pw-form-end')?.before(problem);
  if (near !== form) near.focus();
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}
