import type { Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { background } from './background.ts';
import { logger } from './log.ts';

const context = { awsRequestId: 'r1', functionName: 'Mailer' } as Context;

test('a background function gets its event, and its log lines name the request', async () => {
  const named = vi.spyOn(logger, 'addContext');
  const work = background(async ({ count }: { count: number }) => count + 1);
  expect(await work({ count: 1 }, context)).toBe(2);
  expect(named).toHaveBeenCalledWith(context);
});

test('its failure reaches Lambda, which tries again', async () => {
  const failing = background(async () => {
    throw new Error('the table is away');
  });
  await expect(failing({}, context)).rejects.toThrow('the table is away');
});
