/** What is given to a rich text that stands in a form of its own. */
import { plural, t } from '@lingui/core/macro';
import type { RichTextHost } from '../plugins/rich-text/host.ts';
import { type ToastInput, toast } from '../ui/toast.ts';
import type { TextStore } from './text-store.ts';

export function hostFor(texts: TextStore): RichTextHost {
  return {
    attach(text) {
      texts.setState({ text });
      return () => {
        if (texts.getState().text === text)
          texts.setState({ text: undefined, slash: undefined, isLinking: false });
      };
    },
    // Typing is handed over as it comes: nobody asks for it before the form is confirmed.
    onFlush: () => () => undefined,
    askForLink: () => texts.setState({ isLinking: true }),
    onForeignImages: (addresses) => toast.show(noticeOf(addresses)),
  };
}

/** What becomes of pasted images, which are not copied. */
function noticeOf(addresses: readonly string[]): ToastInput {
  const isInsecure = addresses.some((address) => address.startsWith('http:'));
  return {
    message: t`${plural(addresses.length, { one: 'The image stays on the other site', other: '# images stay on other sites' })}`,
    detail: isInsecure
      ? t`Secure sites do not show images from http: addresses. Use an address that begins with https: instead.`
      : t`Visitors load it from there as long as it exists.`,
    duration: 12_000,
  };
}
