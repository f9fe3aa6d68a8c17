// A load client for machines without wrk: raw sockets, one request under way on each, bodies by Content-Length or chunks.
import net from 'node:net';
import { text } from 'node:stream/consumers';

const { url, paths, connections, seconds, requests, acceptEncoding, posts } = JSON.parse(await text(process.stdin));
const target = new URL(url);
const gets = (paths.length ? paths : [target.pathname + target.search]).map(
  (path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${target.host}\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`),
);
// Numbers that no earlier run has used, of as many digits each.
let number = Date.now() * 1000;

function request() {
  if (!posts) return gets[next++ % gets.length];
  const body = posts.body.replaceAll('NUMBER', String(number++));
  const headers = Object.entries(posts.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${target.pathname} HTTP/1.1\r\nHost: ${target.host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${headers.join('')}\r\n${body}`,
  );
}

const latencies = [];
let errors = 0;
let next = 0;
let running = true;

/** Bytes of the first whole answer in `buffer`, or 0 when more is to come. */
function answerLength(buffer) {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const head = buffer.toString('latin1', 0, end).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head);
  if (length) return buffer.length >= end + 4 + Number(length[1]) ? end + 4 + Number(length[1]) : 0;
  const last = buffer.indexOf('\r\n0\r\n\r\n', end);
  return last < 0 ? 0 : last + 7;
}

function open() {
  const socket = net.connect(Number(target.port || 80), target.hostname);
  socket.setNoDelay(true);
  let pending = Buffer.alloc(0);
  let sent = 0;
  const send = () => {
    if (!running) return socket.destroy();
    sent = performance.now();
    socket.write(request());
  };
  socket.on('connect', send);
  socket.on('error', () => errors++);
  socket.on('data', (data) => {
    pending = pending.length ? Buffer.concat([pending, data]) : data;
    const length = answerLength(pending);
    if (!length) return;
    if (pending[9] !== 0x32 && pending[9] !== 0x33) errors++;
    pending = pending.subarray(length);
    latencies.push(performance.now() - sent);
    if (latencies.length === requests) finish();
    else send();
  });
}

const start = performance.now();
for (let index = 0; index < connections; index++) open();
if (!requests) setTimeout(finish, seconds * 1000);

function finish() {
  running = false;
  const took = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (part) => latencies[Math.floor(latencies.length * part)] ?? 0;
  process.stdout.write(JSON.stringify({ rate: latencies.length / took, p50: at(0.5), p99: at(0.99), errors }));
  process.exit(0);
}
