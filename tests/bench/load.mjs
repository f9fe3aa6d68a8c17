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
  const own = String(number++);
  const body = posts.body.replaceAll('NUMBER', own);
  const headers = Object.entries(posts.headers).map(([name, value]) => `${name}: ${value.replaceAll('NUMBER', own)}\r\n`);
  return Buffer.from(
    `POST ${target.pathname} HTTP/1.1\r\nHost: ${target.host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${headers.join('')}\r\n${body}`,
  );
}

const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');
const latencies = [];
let errors = 0;
let next = 0;
let running = true;

/**
 * Reads one answer at a time and keeps none of it: gluing the pieces of megabytes together costs the client more than the
 * server takes to send them. `add` says whether the answer is whole with this piece, and of which status it is.
 */
function answers() {
  let head = Buffer.alloc(0);
  let left = -1; // Bytes of the body that are to come; negative while the head is not whole.
  let end = Buffer.alloc(0); // The last bytes of a body in chunks, of which nobody knows the length.
  const status = () => head[9];
  const start = () => {
    head = end = Buffer.alloc(0);
    left = -1;
  };
  const add = (data) => {
    let body = data;
    if (left < 0) {
      head = Buffer.concat([head, data]);
      const after = head.indexOf('\r\n\r\n') + 4;
      if (after < 4) return false;
      body = head.subarray(after);
      const length = /\r\ncontent-length: (\d+)/.exec(head.toString('latin1', 0, after).toLowerCase());
      left = length ? Number(length[1]) : Infinity;
    }
    left -= body.length;
    if (left !== Infinity) return left <= 0;
    end = Buffer.concat([end, body.subarray(-CHUNKS_END.length)]).subarray(-CHUNKS_END.length);
    return end.equals(CHUNKS_END);
  };
  return { start, add, status };
}

function open() {
  const answer = answers();
  // One buffer for all that comes: what is read of megabytes is counted and forgotten.
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const onread = { buffer, callback: (size) => read(buffer.subarray(0, size)) };
  const socket = net.connect({ port: Number(target.port || 80), host: target.hostname, onread });
  socket.setNoDelay(true);
  let sent = 0;
  const send = () => {
    if (!running) return socket.destroy();
    answer.start();
    sent = performance.now();
    socket.write(request());
  };
  socket.on('connect', send);
  socket.on('error', () => errors++);
  const read = (data) => {
    if (answer.add(data)) {
      if (answer.status() !== 0x32 && answer.status() !== 0x33) errors++;
      latencies.push(performance.now() - sent);
      if (latencies.length === requests) finish();
      else send();
    }
    return true;
  };
}

const start = performance.now();
for (let index = 0; index < connections; index++) open();
if (!requests) setTimeout(finish, seconds * 1000);

function finish() {
  running = false;
  const took = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (part) => latencies[Math.floor(latencies.length * part)] ?? 0;
  // The process that reads this line ends this one.
  process.stdout.write(`${JSON.stringify({ rate: latencies.length / took, p50: at(0.5), p99: at(0.99), errors })}\n`);
}
