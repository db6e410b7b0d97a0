import { defineConfig } from 'vitest/config';

const database = ['test/support/embedded-database.ts'];

/** They read the sources alone. */
const rulesOfTheHouse = ['architecture', 'layers', 'links'].map((name) => `test/house/${name}.test.ts`);

const report = process.env.VITEST_REPORT;

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Most tests wait for a server or a disk: more of them than cores keep the cores busy.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'page/src/**/*.test.ts', 'inbox/src/**/*.test.ts', ...rulesOfTheHouse],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts', 'client/test/**/*.test.ts'],
          exclude: ['test/engines/**', 'test/openapi/**', ...rulesOfTheHouse],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'openapi',
          include: ['test/openapi/*.test.ts'],
          globalSetup: database,
          testTimeout: 60_000,
          // The first file installs the tools of both.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'page',
          include: ['page/test/**/*.test.ts'],
          exclude: ['page/test/browsers/**'],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'inbox',
          include: ['inbox/test/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'browsers',
          include: ['page/test/browsers/*.test.ts'],
          globalSetup: database,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'examples',
          include: ['examples/test/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
