// The limit that the web host is measured against: Node's http answering the same bytes from memory.
// usage: node bare.mjs PORT FILE CONTENT_ENCODING
import { readFileSync } from 'node:fs';
import http from 'node:http';

const [port, file, encoding] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length };
if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
http.createServer((_, answer) => answer.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1');
