import { setTimeout as sleep } from 'node:timers/promises';
import { encodeForm, payloadPart } from '../../../test/support/form.ts';
import { exchangeRaw } from '../../../test/support/raw-connection.ts';
import { rawRequest } from '../../../test/support/raw-request.ts';
import { type ServiceUnderTrial, withService } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { type HostileInput, makeHostileInputs } from './inputs.ts';
import { describeStall, maxStallMs, type Stall, type StallWatch, settleMs, withStallWatch } from './stalls.ts';

const maxPeakMiB = 300;
const maxResponseBytes = 64 * 1024;
/** The number of requests that are sent together. */
const atOnce = 8;
/** Several of these requests may fall into one turn of the event loop. */
const maxStallAtOnceMs = 100;
const plain: HostileInput = { name: 'a plain form', status: 201, request: rawRequest(encodeForm([payloadPart()])) };

/** Sends each input this many times, and those with many extras also several at once. */
export function hostile(times: number): Promise<readonly Promised[]> {
  const hostileInputs = makeHostileInputs();
  return withStallWatch((env, watch) =>
    withService(env, async (service) => {
      const stalls = createStalls(service, watch);
      // The first submission of a process also compiles the code.
      await stalls.send(plain);
      const promises: Promised[] = [];
      for (const input of hostileInputs) promises.push(await stalls.measure(input, times));
      for (const input of hostileInputs.filter(({ name }) => name.startsWith('extras')))
        promises.push(await stalls.measureAtOnce(input));
      return [...promises, staysUnder('peak', await service.peakMiB(), maxPeakMiB)];
    }),
  );
}

function createStalls({ port, residentMiB }: ServiceUnderTrial, { takeLongest, untilQuiet }: StallWatch) {
  /** @throws {Error} When the status differs or the response is too long. */
  async function exchange({ name, status, request }: HostileInput): Promise<void> {
    const { status: given, body } = await exchangeRaw(port, request);
    if (given !== status) throw new Error(`${name} got ${given}: ${body.slice(0, 200)}`);
    if (Buffer.byteLength(body) > maxResponseBytes) throw new Error(`${name} got ${body.length} characters`);
  }

  async function send(input: HostileInput): Promise<Stall> {
    await exchange(input);
    await sleep(settleMs);
    return takeLongest();
  }

  return {
    send,

    /** Judges by CPU time, because wall time also depends on other load on the machine. */
    async measure(input: HostileInput, times: number): Promise<Promised> {
      await untilQuiet();
      let worst = await send(input);
      const first = describeStall(worst);
      for (let time = 1; time < times; time += 1) {
        const later = await send(input);
        if (later.cpuMs > worst.cpuMs) worst = later;
      }
      const figures = `${first} at first, ${describeStall(worst)} at most; ${Math.round(await residentMiB())} MiB resident`;
      return {
        promise: `${input.name}, ${input.status}: ${figures}`,
        kept: worst.cpuMs < (input.maxStallMs ?? maxStallMs),
      };
    },

    async measureAtOnce(input: HostileInput): Promise<Promised> {
      await untilQuiet();
      await Promise.all(Array.from({ length: atOnce }, () => exchange(input)));
      const stall = await takeLongest();
      return {
        promise: `${atOnce} at once of ${input.name}: ${describeStall(stall)}`,
        kept: stall.cpuMs < maxStallAtOnceMs,
      };
    },
  };
}
