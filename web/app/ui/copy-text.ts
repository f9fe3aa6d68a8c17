import { t } from '@lingui/core/macro';
import { toast } from './toast.ts';

/** Puts a text on the clipboard. Answers whether that was done; if not, it has been said why. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not over plain http, and not where the browser was told no.
    toast.error(t`The browser does not let this be copied. Select the text and copy it by hand.`);
    return false;
  }
}
