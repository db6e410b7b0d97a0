import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Loaded into the service before it starts (`node --import`). Measures how long the event loop does not reach a timer.
 * Responds to each connection to its own socket with the longest such time since the previous connection.
 */

/** The variable that names the socket. */
const socketPath = process.env.STALL_WATCH_SOCKET;
const tickMs = 1;

if (socketPath !== undefined) watch(socketPath);

function watch(path: string): void {
  let [wallBefore, cpuBefore] = [performance.now(), threadCpuMs()];
  let longest = { wallMs: 0, cpuMs: 0 };
  setInterval(() => {
    const [wall, cpu] = [performance.now(), threadCpuMs()];
    longest = {
      wallMs: Math.max(longest.wallMs, wall - wallBefore - tickMs),
      cpuMs: Math.max(longest.cpuMs, cpu - cpuBefore),
    };
    [wallBefore, cpuBefore] = [wall, cpu];
  }, tickMs).unref();

  const server = createServer((socket) => {
    socket.end(JSON.stringify(longest));
    longest = { wallMs: 0, cpuMs: 0 };
  });
  // The service's child processes inherit the variable. Only the first process gets the socket.
  server.on('error', () => {});
  server.listen(path).unref();
}

/**
 * Returns the main thread's CPU time, without its waits for a processor (Linux, Documentation/scheduler/sched-stats).
 */
function threadCpuMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1);
  return Number(nanoseconds) / 1e6;
}
