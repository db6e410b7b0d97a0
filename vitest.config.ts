import { writeFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { studioDefaults } from './inbox/plugins/studio-defaults.ts';
import { waitLimitMs } from './test/support/wait-limit.ts';

const database = ['test/support/global-setup.ts'];

/** They read the sources alone. */
const repositoryChecks = [
  'architecture',
  'build-stamp',
  'contrasts',
  'links',
  'test-rules',
  'floors',
  'frozen-migrations',
  'pictures',
  'rings',
].map((name) => `test/repository/${name}.test.ts`);

/** The outer ring of `.ci/run`: the same promises on other systems. */
const outerRing = '**/*.outer.test.ts';

/** They start the built program, a cluster or a compiler, or work on large tables, large pictures or many services. */
const processTests = [
  'test/e2e/**/*.test.ts',
  'test/upgrade/*.test.ts',
  'test/reconcile/embedded.test.ts',
  'test/repository/{build,bundle,readme-examples}.test.ts',
  'test/archive/{broken-off-backup,bucket-backup}.test.ts',
  'test/requests/{killed-bulk-change,plans}.test.ts',
  'test/metrics/heartbeat.test.ts',
  'test/previews/bombs.test.ts',
  'test/studio/closed-endpoint.test.ts',
];

/** They need root or programs that Debian has. */
const onOneMachine = '**/*.machine.test.ts';

const report = process.env.VITEST_REPORT;

/** Writes what failed outside of a test beside the report, which does not hold it. */
const unhandledErrors: Reporter = {
  onTestRunEnd(_modules, errors) {
    const lines = errors.map(({ message, stack = '' }) => ({ message, stack }));
    writeFileSync(`${report}.unhandled`, JSON.stringify(lines));
  },
};

const everyProject = {
  expect: { poll: { timeout: waitLimitMs } },
  // A test may have many waits.
  testTimeout: 420_000,
  hookTimeout: 180_000,
  // The files of a worker share their modules. Loading them anew for each file takes a third of the processor's time.
  isolate: false,
};

/** These install packages or build an image first, as fast as the registry answers. */
const installing = { ...everyProject, testTimeout: 900_000, hookTimeout: 900_000 };

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }], unhandledErrors] : ['default'],
    // Most tests wait for a server or a disk: more of them than cores keep the cores busy.
    maxWorkers: 4,
    projects: [
      {
        plugins: [studioDefaults()],
        test: {
          name: 'unit',
          ...everyProject,
          include: [
            'src/**/*.test.ts',
            'page-kit/**/*.test.ts',
            'page/src/**/*.test.ts',
            'inbox/src/**/*.test.ts',
            ...repositoryChecks,
          ],
          exclude: [onOneMachine],
        },
      },
      {
        test: {
          name: 'service',
          ...everyProject,
          include: ['test/**/*.test.ts', 'client/test/**/*.test.ts'],
          exclude: ['test/engines/**', 'test/openapi/**', onOneMachine, ...repositoryChecks, ...processTests],
          globalSetup: database,
        },
      },
      {
        test: {
          name: 'process',
          ...everyProject,
          include: processTests,
          exclude: [onOneMachine, outerRing],
          globalSetup: database,
        },
      },
      {
        test: {
          name: 'upgrade',
          ...installing,
          include: [`test/upgrade/${outerRing}`],
        },
      },
      {
        test: {
          name: 'machine',
          ...everyProject,
          include: ['test/**/*.machine.test.ts', 'src/**/*.machine.test.ts'],
          globalSetup: database,
        },
      },
      ...(['engines', 'engines-outer'] as const).map((name) => ({
        test: {
          name,
          ...installing,
          // Some files set TEST_DATABASE_URL to a server of their own.
          isolate: true,
          include: name === 'engines' ? ['test/engines/**/*.test.ts'] : [`test/engines/${outerRing}`],
          exclude: name === 'engines' ? [outerRing] : [],
          globalSetup: database,
          fileParallelism: false,
        },
      })),
      {
        test: {
          name: 'openapi',
          ...installing,
          include: ['test/openapi/*.test.ts'],
          globalSetup: database,
          // The first file installs the tools of both.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'page',
          ...everyProject,
          include: ['page/test/**/*.test.ts'],
          exclude: ['page/test/browsers/**', 'page/test/speed.test.ts'],
          globalSetup: database,
          // Each has a browser and a whole service.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'inbox',
          ...everyProject,
          include: ['inbox/test/**/*.test.ts'],
          exclude: ['inbox/test/speed.test.ts', 'inbox/test/browsers/**'],
          globalSetup: database,
          // Each has a browser and a whole service.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'speed',
          ...everyProject,
          include: ['inbox/test/speed.test.ts', 'page/test/speed.test.ts'],
          globalSetup: database,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browsers',
          ...everyProject,
          include: ['page/test/browsers/*.test.ts', 'inbox/test/browsers/*.test.ts'],
          globalSetup: database,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'examples',
          ...installing,
          include: ['examples/test/**/*.test.ts'],
          globalSetup: database,
        },
      },
      ...(['deploy', 'deploy-outer'] as const).map((name) => ({
        test: {
          name,
          ...installing,
          include: name === 'deploy' ? ['deploy/test/*.test.ts'] : [`deploy/test/${outerRing}`],
          exclude: name === 'deploy' ? [outerRing] : [],
          globalSetup: database,
        },
      })),
    ],
  },
});
