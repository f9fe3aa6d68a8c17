import type { TrackerCategory } from '../page/types.ts';
import { type Consent, readConsent, refusesAll } from './consent.ts';

const SETTINGS = '#privacy-settings';

/** What asks for consent, copied from the template that the page brings. It lies over the page and holds nobody up. */
export class PrivacyDialog {
  readonly categories: readonly TrackerCategory[];
  private onDecided: (consent: Consent) => void = () => {};
  private readonly section: HTMLElement;
  private readonly link: HTMLElement;
  private readonly style: HTMLElement;
  private opener: HTMLElement | undefined;

  /** Nothing where there is nothing to be asked. */
  static find(): PrivacyDialog | undefined {
    const template = document.querySelector<HTMLTemplateElement>('body > template#pw-privacy');
    return template ? new PrivacyDialog(template) : undefined;
  }

  private constructor(template: HTMLTemplateElement) {
    const copy = document.importNode(template.content, true);
    this.section = copy.querySelector('section') as HTMLElement;
    this.link = copy.querySelector('.pw-privacy-link') as HTMLElement;
    this.style = copy.querySelector('style') as HTMLElement;
    for (const element of [this.section, this.link]) {
      element.lang = template.lang;
      element.dir = template.dir;
    }
    this.categories = this.boxes.map(({ name }) => name as TrackerCategory);
    this.section.addEventListener('click', (event) => this.press(event));
    this.section.addEventListener('submit', (event) => {
      event.preventDefault();
      this.decide(({ checked }) => checked);
    });
    this.section.addEventListener('keydown', ({ key }) => {
      // Somebody who was asked and turns away has not agreed; they are asked on the next page.
      if (key === 'Escape') this.close();
    });
  }

  /** Hears what is decided, and shows the way back to the settings at the end of the page. */
  listen(onDecided: (consent: Consent) => void): void {
    this.onDecided = onDecided;
    document.head.append(this.style);
    document.body.append(this.link);
    document.addEventListener('click', (event) => this.follow(event));
  }

  get isOpen(): boolean {
    return this.section.isConnected;
  }

  /** `isAskedFor`: by the visitor, who goes on there by keyboard. Else it comes by itself, and takes nobody's place. */
  open(isAskedFor: boolean): void {
    const consent = readConsent();
    for (const box of this.boxes) box.checked = consent[box.name as TrackerCategory] === true;
    if (refusesAll()) this.showRefusal();
    else this.showChoices(isAskedFor);
    document.body.prepend(this.section);
    if (isAskedFor) this.section.querySelector('h2')?.focus();
  }

  private close(): void {
    this.section.remove();
    this.opener?.focus();
    this.opener = undefined;
  }

  private get boxes(): HTMLInputElement[] {
    return [...this.section.querySelectorAll<HTMLInputElement>('input[name]')];
  }

  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.getAttribute('href')?.endsWith(SETTINGS)) return;
    event.preventDefault();
    this.opener = link;
    this.open(true);
  }

  private press(event: MouseEvent): void {
    const choice = event.target instanceof HTMLElement ? event.target.dataset.choice : undefined;
    if (choice === 'some') this.showChoices(true);
    else if (choice === 'all' || choice === 'none') this.decide(() => choice === 'all');
    else if (choice === 'close') this.close();
  }

  /** The browser has decided: what could be chosen here would count for nothing. */
  private showRefusal(): void {
    (this.section.querySelector('.pw-privacy-offer') as HTMLElement).hidden = true;
    (this.section.querySelector('.pw-privacy-refused') as HTMLElement).hidden = false;
    for (const button of this.section.querySelectorAll<HTMLElement>('[data-choice]'))
      button.hidden = button.dataset.choice !== 'close';
  }

  private showChoices(isShown: boolean): void {
    const choose = this.section.querySelector('[data-choice="some"]') as HTMLElement;
    const save = this.section.querySelector('[data-choice="save"]') as HTMLElement;
    (this.section.querySelector('.pw-privacy-choices') as HTMLElement).hidden = !isShown;
    choose.hidden = isShown;
    save.hidden = !isShown;
    if (isShown && this.isOpen) this.boxes[0]?.focus();
  }

  private decide(chosen: (box: HTMLInputElement) => boolean): void {
    const consent = Object.fromEntries(this.boxes.map((box) => [box.name, chosen(box)]));
    this.close();
    this.onDecided(consent);
  }
}
