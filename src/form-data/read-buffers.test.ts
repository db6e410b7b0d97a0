import { expect, it } from 'vitest';
import { createReadBuffers } from './read-buffers.ts';

it('takes a buffer again that was given back, and none that is in use', () => {
  const buffers = createReadBuffers();
  const used = buffers.take();
  expect(buffers.take()).not.toBe(used);
  buffers.giveBack(used);
  expect(buffers.take()).toBe(used);
});

it('keeps no more of them than a few readings at once need', () => {
  const buffers = createReadBuffers();
  const many = Array.from({ length: 64 }, () => buffers.take());
  for (const buffer of many) buffers.giveBack(buffer);
  const again = Array.from({ length: 64 }, () => buffers.take());
  expect(again.filter((buffer) => many.includes(buffer))).toHaveLength(8);
});
