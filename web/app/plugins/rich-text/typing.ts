/**
 * Holds typing back: turning a long text into HTML at each key would cost more than a frame. What was typed is
 * submitted when the hands rest, at the latest every two seconds, and whenever somebody asks.
 */
const REST_MS = 400;
const AT_MOST_MS = 2_000;

export interface Typing {
  /** Something changed in the text. */
  typed: () => void;
  flush: () => void;
  /** Whether the text is this one already, as it was given or submitted. */
  knows: (html: string) => boolean;
  /** Whether something is held back. */
  isHolding: () => boolean;
  /** The text was replaced from outside; what was held back is void. */
  reset: (html: string) => void;
}

export function createTyping(start: string, read: () => string, submit: (html: string) => void): Typing {
  let known = start;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let atMost: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(rest);
    clearTimeout(atMost);
    rest = undefined;
    atMost = undefined;
  };
  const flush = () => {
    if (rest === undefined) return;
    stop();
    const html = read();
    if (html === known) return;
    known = html;
    submit(html);
  };
  return {
    typed() {
      clearTimeout(rest);
      rest = setTimeout(flush, REST_MS);
      atMost ??= setTimeout(flush, AT_MOST_MS);
    },
    flush,
    knows: (html) => html === known,
    isHolding: () => rest !== undefined,
    reset(html) {
      stop();
      known = html;
    },
  };
}
