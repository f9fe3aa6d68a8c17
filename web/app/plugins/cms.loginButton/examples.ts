import type { Example } from '../testing/example.ts';

export default [{}, { fields: { accountPage: '/' }, data: { isLoggedIn: true } }] satisfies Example[];
