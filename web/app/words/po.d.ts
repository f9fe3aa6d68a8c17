/** A catalogue, parsed by vite.words.ts. */
declare module '*.po' {
  import type { Messages } from '#words/messages.ts';

  const messages: Messages;
  export default messages;
}
