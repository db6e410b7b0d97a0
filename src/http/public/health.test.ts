import fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fixedStudio } from '../../../test/support/fixed-studio.ts';
import { createDoctorChallenge } from '../../doctor/challenge.ts';
import { addHealthRoutes } from './health.ts';

describe('the check whether the form is served', () => {
  it('stays true, and rejects nothing unhandled, when a later look at the parts fails', async () => {
    const unreadyPart = vi.fn(async () => null);
    const app = fastify();
    onTestFinished(() => app.close());
    addHealthRoutes(app, {
      hasBucket: true,
      unreadyPart,
      isDiskLow: async () => false,
      doctorChallenge: createDoctorChallenge(async () => {
        throw new Error('Not asked');
      }),
      program: { version: '1.2.3', commit: null },
      studio: fixedStudio(),
    });
    expect((await app.inject('/servez')).statusCode).toBe(200);
    unreadyPart.mockRejectedValueOnce(new Error('The look failed'));
    expect((await app.inject('/servez')).statusCode).toBe(200);
    expect(unreadyPart).toHaveBeenCalledTimes(2);
  });
});
