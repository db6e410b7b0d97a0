import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Loaded into the service before it starts (`node --import`). Measures for how long its event loop does not come to a
 * timer, and answers each connection to a socket of its own with the longest such time since the one before.
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
  // The service's own child processes inherit the variable: the first to come has the socket.
  server.on('error', () => {});
  server.listen(path).unref();
}

/** What the main thread has spent on a processor, without its waits for one (Linux, Documentation/scheduler/sched-stats). */
function threadCpuMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1);
  return Number(nanoseconds) / 1e6;
}
