import type { Example } from '../testing/example.ts';

export default [{ data: { isLoggedIn: true } }, { data: { isLoggedIn: false } }] satisfies Example[];
