import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Makes the socket file of a process that was killed. */
export async function makeStaleSocket(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
}
