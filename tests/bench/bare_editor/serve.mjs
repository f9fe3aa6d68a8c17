// Node's http answering the files of one folder from memory.
// usage: node serve.mjs PORT FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { extname, join } from 'node:path';

const [port, folder] = process.argv.slice(2);
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length), { type: TYPES[extname(path)], body: readFileSync(path) }]),
);
http
  .createServer((request, answer) => {
    const file = files.get(request.url === '/' ? '/index.html' : request.url);
    if (!file) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length }).end(file.body);
  })
  .listen(Number(port), '127.0.0.1');
