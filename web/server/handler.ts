import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
