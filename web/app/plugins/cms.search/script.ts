/**
 * Shows results while somebody types. They are those of the page for that query, drawn by the server in the site's
 * language; only what was found is taken over from it. Without this the form asks for the same page.
 */
const PAUSE = 250;
const SHORTEST = 2;

export default function start(element: HTMLElement): void {
  const part = element.querySelector<HTMLElement>('[data-search]');
  const form = part?.querySelector('form');
  const input = form?.querySelector<HTMLInputElement>('input[type="search"]');
  if (!part || !form || !input) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let shown = input.value.trim();

  const look = async (query: string) => {
    clearTimeout(timer);
    asking?.abort();
    if (query === shown) return;
    if (query === '') return show(query, undefined);
    const asked = new AbortController();
    asking = asked;
    part.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(addressOf(form, query), { signal: asked.signal, cache: 'no-cache' });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const found = page.getElementById(input.id)?.closest('[data-search]');
      if (!found) throw new Error('The page has no such search.');
      if (!asked.signal.aborted) show(query, found);
    } catch {
      // What is shown no longer belongs to what was typed: the form itself says what is wrong.
      if (!asked.signal.aborted) form.submit();
    } finally {
      if (asking === asked) part.removeAttribute('aria-busy');
    }
  };

  const show = (query: string, found: Element | undefined) => {
    shown = query;
    for (const place of ['[role="status"]', '.pw-search-results']) {
      const own = part.querySelector(place);
      own?.replaceChildren(...(found?.querySelector(place)?.childNodes ?? []));
    }
    part.removeAttribute('aria-busy');
    history.replaceState(history.state, '', query ? addressOf(form, query) : form.action);
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void look(input.value.trim());
  });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const query = input.value.trim();
    if (query !== '' && [...query].length < SHORTEST) return;
    timer = setTimeout(() => void look(query), PAUSE);
  });
  part.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(part, input, event);
  });
}

function addressOf(form: HTMLFormElement, query: string): string {
  const address = new URL(form.action);
  address.search = new URLSearchParams({ query }).toString();
  return address.href;
}

/** The arrow keys go from the box through the results and back. */
function moveFocus(part: HTMLElement, input: HTMLInputElement, event: KeyboardEvent): void {
  const stops = [input, ...part.querySelectorAll<HTMLElement>('.pw-search-results li > a')];
  const at = stops.indexOf(event.target as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
