import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answerWith, startReceiver } from '../deliveries/receiver.ts';
import { type CommandStage, openCommands } from './stage.ts';

let stage: CommandStage;

beforeAll(async () => {
  stage = await openCommands();
});

afterAll(() => stage.close());

const backUp = (url: string) => stage.run('backup', join(stage.folder, 'copy'), '--ping', url);

async function receive(status: number) {
  const receiver = await startReceiver(answerWith(status));
  onTestFinished(() => receiver.close());
  return receiver;
}

describe('commissions backup --ping', () => {
  it('calls the URL when the back-up is complete', async () => {
    const receiver = await receive(200);
    expect(await backUp(`${receiver.url.origin}/done`)).toMatchObject({ code: 0, stderr: '' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/done']);
  });

  it('says that the URL was not reached, and that the back-up is complete', async () => {
    const receiver = await receive(500);
    const refused = await backUp(receiver.url.href);
    expect(refused).toMatchObject({ code: 0, stderr: expect.stringContaining('responded with 500') });
    const away = await backUp('http://127.0.0.1:9/');
    expect(away).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing listens at the address') });
  });

  it('takes no other address', async () => {
    expect(await backUp('ftp://example.org/')).toMatchObject({ code: 2 });
    const { code, stdout, stderr } = await backUp('http://kuma:hunter2@example.org/');
    expect({ code, output: stdout + stderr }).toEqual({ code: 2, output: expect.not.stringContaining('hunter2') });
  });
});

describe('commissions backup', () => {
  const result = async () => (await stage.run('doctor', '--only', 'backup.result')).stdout;

  it('reports a failure to the doctor until a back-up is whole', async () => {
    await writeFile(join(stage.folder, 'file'), '');
    const failed = await stage.run('backup', join(stage.folder, 'file'));
    expect(failed.code).toBe(1);
    const [, reason = ''] = /^Could not back up: (.*)$/m.exec(failed.stderr) ?? [];
    expect(await result()).toContain(`failed: ${reason}`);
    expect(await stage.run('backup', join(stage.folder, 'other'))).toMatchObject({ code: 0 });
    expect(await result()).toContain('is whole');
  });
});
