import { afterAll, beforeAll } from 'vitest';
import { describeFilesForOperators } from '../contract/files-for-operators.ts';
import { describeObjectStore } from '../contract/object-store-contract.ts';
import { type S3Engine, startSwift } from '../support/engines.ts';
import { engineStore, engineUnderTest } from '../support/s3-engine-store.ts';
import { describeS3Store } from '../support/s3-store-contract.ts';

let swift: S3Engine;

beforeAll(async () => {
  swift = await startSwift();
});

afterAll(async () => {
  await swift?.stop();
});

describeObjectStore('The S3 store over Swift', () => engineStore(swift));

describeS3Store('Swift', () => engineUnderTest(swift));

describeFilesForOperators('Swift', () => engineStore(swift));
