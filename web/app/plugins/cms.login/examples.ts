import type { Example } from '../testing/example.ts';

export default [{ data: { isLoggedIn: true } }, { fields: { resetPage: '/' } }] satisfies Example[];
