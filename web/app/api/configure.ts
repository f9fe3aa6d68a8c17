/** Sends the generated client through the project's own fetch. Imported once, before any screen. */
import { apiFetch } from './fetch.ts';
import { client } from './generated/client.gen.ts';

client.setConfig({ baseUrl: window.location.origin, fetch: apiFetch, throwOnError: true });
