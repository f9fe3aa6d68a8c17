/** Buttons that move a slider, and the dialog that shows an image in full size. Without this both still work, by scrolling and by links. */
export default function start(element: HTMLElement): void {
  const slider = element.querySelector<HTMLElement>('.pw-gallery-slider');
  if (slider) startSlider(slider);
  const dialog = element.querySelector('dialog');
  if (dialog) startLightbox(element, dialog);
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Where an arrow key leads on a page that is read in this direction; 0 for all other keys. */
function stepOf(event: KeyboardEvent, element: Element): number {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  const step = STEPS[event.key] ?? 0;
  return getComputedStyle(element).direction === 'rtl' ? -step : step;
}

function startSlider(slider: HTMLElement): void {
  const track = slider.querySelector<HTMLElement>('.pw-gallery-images');
  const steps = slider.querySelector<HTMLElement>('.pw-gallery-steps');
  if (!track || !steps) return;
  const count = track.children.length;
  const said = steps.querySelector('output');
  /** The image that the slider is moving to: a visitor who presses twice wants the one after the next. */
  let aim: number | undefined;
  const shown = () => Math.round((Math.abs(track.scrollLeft) / track.scrollWidth) * count) || 0;
  const move = (step: number) => {
    aim = ((aim ?? shown()) + step + count) % count;
    const slide = track.children[aim] as HTMLElement;
    const edge = getComputedStyle(track).direction === 'rtl' ? 'right' : 'left';
    const way = slide.getBoundingClientRect()[edge] - track.getBoundingClientRect()[edge];
    // By where it ends: a scroll by so much would stop at the next image.
    track.scrollTo({ left: track.scrollLeft + way });
  };
  const stay = () => {
    aim = undefined;
  };
  const say = () => {
    if (shown() === aim) stay();
    const text = `${shown() + 1} / ${count}`;
    if (said && said.textContent !== text) said.textContent = text;
  };
  steps.addEventListener('click', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-step]')?.dataset.step;
    if (step) move(Number(step));
  });
  slider.addEventListener('keydown', (event) => {
    const step = stepOf(event, slider);
    if (!step) return;
    event.preventDefault();
    move(step);
  });
  for (const by of ['pointerdown', 'wheel']) track.addEventListener(by, stay, { passive: true });
  track.addEventListener('scroll', say, { passive: true });
  delete steps.dataset.waiting;
  say();
}

/** Pixels that a finger moves before it means the next image. */
const SWIPE = 40;

function startLightbox(element: HTMLElement, dialog: HTMLDialogElement): void {
  const links = [...element.querySelectorAll<HTMLAnchorElement>('.pw-gallery-open')];
  const image = dialog.querySelector('img') as HTMLImageElement;
  const caption = dialog.querySelector('figcaption') as HTMLElement;
  const said = dialog.querySelector('output') as HTMLElement;
  let shown = 0;

  const show = (index: number) => {
    shown = (index + links.length) % links.length;
    const link = links[shown] as HTMLAnchorElement;
    const { srcset = '', width = '', height = '' } = link.dataset;
    // The one before must not stand there while the next is on its way.
    image.removeAttribute('src');
    for (const [name, value] of Object.entries({ srcset, width, height })) {
      if (value) image.setAttribute(name, value);
      else image.removeAttribute(name);
    }
    image.sizes = '100vw';
    // With `sizes` it counts as that large, also where it is smaller.
    image.style.maxWidth = width && `min(100%, ${width}px)`;
    image.alt = link.querySelector('img')?.alt ?? '';
    image.src = link.href;
    caption.textContent = link.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
    said.textContent = `${shown + 1} / ${links.length}`;
  };

  dialog.toggleAttribute('data-single', links.length < 2);
  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      // Somebody wants it in a tab or a window of its own.
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      show(index);
      dialog.showModal();
    });
  }
  dialog.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button');
    if (button?.dataset.step) show(shown + Number(button.dataset.step));
    // Beside the picture: its frame is as large as the window.
    else if (button || (event.target as Element).matches('dialog, figure')) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const step = stepOf(event, dialog);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    show(shown + step);
  });
  // The focus goes back to the image that is seen, not to the one that was first.
  dialog.addEventListener('close', () => links[shown]?.focus());
  let from: number | undefined;
  dialog.addEventListener(
    'touchstart',
    ({ touches: [first, second] }) => {
      from = second ? undefined : first?.clientX;
    },
    { passive: true },
  );
  dialog.addEventListener('touchend', ({ changedTouches: [last] }) => {
    const moved = from === undefined || !last ? 0 : last.clientX - from;
    from = undefined;
    if (Math.abs(moved) < SWIPE) return;
    const step = moved < 0 ? 1 : -1;
    show(shown + (getComputedStyle(dialog).direction === 'rtl' ? -step : step));
  });
}
