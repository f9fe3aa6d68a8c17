/** For `waiting.dom.test.ts`: a module that takes longer than its test waits. */
await new Promise((resolve) => setTimeout(resolve, 400));

export const words = 'Here';
