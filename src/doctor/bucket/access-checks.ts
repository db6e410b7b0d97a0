import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../../intake/readiness/object-store-problem.ts';
import type { BucketProbe } from '../../platform/objects/bucket-probe.ts';
import { type Check, type Finding, ok, skipped, wrong } from '../check.ts';
import type { BucketParts } from './bucket-parts.ts';
import { type DoctorObject, type DoctorObjects, doctorContent } from './doctor-objects.ts';
import { isNotOffered, storeFailure } from './store-failure.ts';

const range = { first: 100, last: 299 };
/** Maximum checks for a change, because a store of several nodes may show it late. */
const attempts = 5;
const pauseMs = 500;

const notWhole = {
  remedy: 'Use another store, or remove the proxy in front of it: objects must be returned unaltered',
};

/** Creates a check for each operation of the service on objects. Each check uses an object of its own. */
export function createAccessChecks(parts: BucketParts, objects: DoctorObjects): Check[] {
  /** @param action The operation that the credentials must allow. */
  const checkOf = (
    name: string,
    action: string,
    work: (object: DoctorObject, probe: BucketProbe, signal: AbortSignal) => Promise<Finding>,
  ): Check => ({
    name,
    quick: false,
    run: (signal) => objects.lend(action, signal, async (object, probe) => [await work(object, probe, signal)]),
  });
  return [
    createWriteCheck(parts, objects),
    checkOf('bucket.read', 'read objects', readWhole),
    checkOf('bucket.range', 'read objects', readPart),
    checkOf('bucket.head', 'read objects', compareHead),
    checkOf('bucket.list', 'list objects', findInListing),
    checkOf('bucket.overwrite', 'write over objects', writeOver),
    checkOf('bucket.conditional-write', 'write objects', writeOverConditionally),
    checkOf('bucket.digest', 'write objects', storeDamaged),
    checkOf('bucket.delete', 'delete objects', remove),
  ];
}

/** Only this check reports that no object could be written. */
function createWriteCheck(parts: BucketParts, objects: DoctorObjects): Check {
  return {
    name: 'bucket.write',
    quick: false,
    run: (signal) =>
      objects.lend(
        'write objects',
        signal,
        async () => [ok('An object was written')],
        (error) => storeFailure(error, 'write objects', parts),
      ),
  };
}

async function readWhole({ key, bytes }: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  const read = await probe.get(key, { signal });
  return read.equals(bytes)
    ? ok('An object was read back unaltered')
    : wrong('An object was read back altered', notWhole);
}

async function readPart({ key, bytes }: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  const part = await probe.get(key, { range, signal });
  if (part.equals(bytes.subarray(range.first, range.last + 1))) return ok('A part of an object can be read');
  return wrong(
    `A range request for 200 bytes returned ${part.length} bytes, or the wrong ones: downloads cannot be resumed`,
    notWhole,
  );
}

async function compareHead(
  { key, bytes, contentType, contentDisposition }: DoctorObject,
  probe: BucketProbe,
  signal: AbortSignal,
): Promise<Finding> {
  const head = await probe.head(key, { signal });
  if (head === null || head.size !== bytes.length) {
    return wrong('The store reports a stored object as missing, or with another size', notWhole);
  }
  if (head.contentType === contentType && head.contentDisposition === contentDisposition) {
    return ok('The store keeps Content-Type and Content-Disposition');
  }
  return wrong(
    'The store changes Content-Type or Content-Disposition of an object: a browser might open what a stranger sent',
    { remedy: 'Use another store, or remove the proxy in front of it' },
  );
}

async function findInListing({ key }: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  const isListed = await eventually(signal, async () => (await probe.list(key, { signal })).includes(key));
  if (isListed) return ok('A listing shows a new object');
  return wrong(`A listing does not show an object that was stored ${(attempts * pauseMs) / 1000} seconds before`, {
    remedy:
      'Check whether a node of the store is down, and do not delete with commissions reconcile until it is up again',
  });
}

async function writeOver(object: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  const other = doctorContent();
  await object.putAgain(other);
  const read = await probe.get(object.key, { signal });
  if (read.equals(other.bytes)) return ok('Storing an object again replaces it');
  return wrong('Storing an object again does not replace it: a retried upload may fail', {
    remedy: 'Allow objects to be overwritten: look for a rule that prevents it',
  });
}

/** The service needs no conditional writes: its keys are random. A store that refuses but writes would lose objects. */
async function writeOverConditionally(object: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  const refusal = await refusalOf(object.putAgain({ ...doctorContent(), onlyWhereNone: true }));
  if (refusal === null) return skipped('The store ignores If-None-Match; the service does not need it');
  if (isNotOffered(refusal)) return skipped('The store has no conditional writes; the service does not need them');
  if (statusOf(refusal) !== 412) throw refusal;
  const read = await probe.get(object.key, { signal });
  if (read.equals(object.bytes)) return ok('The store honours If-None-Match');
  return wrong('The store rejected a conditional write, but overwrote the object', notWhole);
}

async function storeDamaged(object: DoctorObject): Promise<Finding> {
  const { sha256 } = doctorContent();
  const refusal = await refusalOf(object.putAgain({ sha256 }));
  if (refusal === null) {
    return wrong('The store accepts bytes that do not match their SHA-256: damage in transit would go unnoticed', {
      remedy: 'Use a store that verifies x-amz-content-sha256, or remove the proxy that signs requests again',
    });
  }
  if (statusOf(refusal) !== 400) throw refusal;
  return ok('The store rejects bytes that do not match their SHA-256');
}

async function remove(object: DoctorObject, probe: BucketProbe, signal: AbortSignal): Promise<Finding> {
  await object.remove();
  const isGone = await eventually(signal, async () => (await probe.head(object.key, { signal })) === null);
  if (isGone) return ok('A deleted object is gone');
  return wrong('An object is still there after it was deleted: erased pictures would stay', {
    remedy: 'Look for a retention rule, an object lock or a node of the store that is down',
  });
}

/** Resolves with the error of a write, or null when the store accepted it. */
function refusalOf(write: Promise<void>): Promise<unknown> {
  return write.then(
    () => null,
    (error: unknown) => error,
  );
}

async function eventually(signal: AbortSignal, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    if (await isTrue()) return true;
    await sleep(pauseMs, undefined, { signal });
  }
  return isTrue();
}
