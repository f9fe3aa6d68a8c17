/** A catalogue, parsed by vite.words.ts. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  const messages: Messages;
  export default messages;
}
