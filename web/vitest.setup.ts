/** What browsers have and jsdom lacks, as far as components need it to be there; and a clean document after each test. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// As long as it takes: what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

Element.prototype.scrollIntoView ??= () => {};
