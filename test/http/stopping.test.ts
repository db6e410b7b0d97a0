import { describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart } from '../support/form.ts';
import { holdSubmissions } from '../support/held-submissions.ts';
import { connectRaw, exchangeRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const form = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(1000, 'a'))]);

async function untilItListensNoMore({ port }: TestService): Promise<void> {
  const outcome = () =>
    connectRaw(port).then(
      (connection) => connection.destroy(),
      (error: NodeJS.ErrnoException) => error.code,
    );
  await expect.poll(outcome).toBe('ECONNREFUSED');
}

describe('a service that stops', () => {
  it('finishes what is under way, answers what still arrives on open connections, and says that it closes them', async () => {
    const service = await startTestService();
    const requests = [rawRequest(form), rawRequest(form.subarray(0, -20)), rawHead({ method: 'GET', path: '/other' })];
    const clients = await Promise.all(
      requests.map(async (request) => {
        const client = await connectRaw(service.port);
        // The beginning of a request keeps the connection open when the service stops.
        await client.send(Buffer.from(request).subarray(0, 20));
        return { client, rest: Buffer.from(request).subarray(20) };
      }),
    );
    const upload = await connectRaw(service.port);
    await upload.send(rawHead({ headers: { 'content-length': String(form.length), expect: '100-continue' } }));
    await upload.nextAnswer();
    const closed = service.close();
    for (const { client, rest } of clients) await client.send(rest);
    await upload.send(form);
    const answers = [await upload.nextAnswer()];
    for (const { client } of clients) answers.push(await client.nextAnswer());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 500, 404]);
    for (const { headers, body } of answers) {
      expect(headers.connection).toBe('close');
      expect(body).not.toContain('Service Unavailable');
    }
    for (const client of [upload, ...clients.map(({ client }) => client)]) await client.untilClosed();
    await closed;
  });

  it('closes a connection behind the response under way, and takes nothing that waits there', async () => {
    const service = await startTestService();
    const held = await holdSubmissions(service);
    const client = await connectRaw(service.port);
    await client.send(Buffer.concat([rawRequest(form), rawRequest(form).subarray(0, -20)]));
    await held.untilOneWaits();
    const closed = service.close();
    await untilItListensNoMore(service);
    await held.release();
    expect(await client.nextAnswer()).toMatchObject({ status: 201, headers: { connection: 'close' } });
    await client.untilClosed();
    await closed;
    expect(service.logLines.filter(({ verdict }) => verdict)).toMatchObject([{ verdict: 'created' }]);
  });

  it('closes a connection whose response has been sent before it stopped and is not taken yet', async () => {
    const service = await startTestService();
    const client = await connectRaw(service.port);
    await client.send(rawHead({ method: 'GET', path: '/healthz' }));
    // Its response comes behind the other.
    await exchangeRaw(service.port, rawHead({ method: 'GET', path: '/healthz' }));
    const closed = service.close();
    expect(await client.nextAnswer()).toMatchObject({ status: 200 });
    await client.untilClosed();
    await closed;
  });
});

describe('a service with an inbox that stops', () => {
  it('takes no submission any more while an operator is still answered', async () => {
    const service = await startTestService({ INBOX: 'on', INBOX_PORT: '0' });
    const operator = await connectRaw(Number(new URL(String(service.inboxAddress)).port));
    const request = rawHead({ method: 'GET', path: '/healthz' });
    await operator.send(request.slice(0, 20));
    let isClosed = false;
    const closed = service.close().then(() => {
      isClosed = true;
    });
    await untilItListensNoMore(service);
    expect(isClosed).toBe(false);
    await operator.send(request.slice(20));
    expect(await operator.nextAnswer()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await closed;
  });
});

describe('a service whose HOST is a name of several addresses', () => {
  it('listens on one of them, like any other', async () => {
    const service = await startTestService({ HOST: 'localhost' });
    expect(service.address).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
    // This detects whether the framework created a second server, to which the expected response is unknown.
    const bare = await fetch(`${service.address}/%zz`);
    expect({ status: bare.status, body: await bare.json() }).toEqual({ status: 404, body: { error: 'Not found' } });
    await service.close();
  });
});
