import { randomUUID } from 'node:crypto';
import {} from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { openTable } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { followed, passes } from '#test/support/scenes/followed-stream.ts';
import { freshTable } from '#test/support/table.ts';
import { projector } from './projector/project.ts';

const { O: owner, M: member } = memberIds;
const at = '2026-11-20T10:00:00.000Z';

test('of the records of a message, at most a fifth reach a reader to which they mean nothing', async () => {
  const { name, client } = await freshTable({ hasStream: true });
  const table = openTable(name, client);
  for (const role of ['O', 'M'] as const) await put(table, profileItem(aProfile(role)));
  const deps = { table, now: () => Date.parse(at), newId: randomUUID };
  const call = pipelineOf(messagingRoutes, messagingHandlers(deps), deps);
  const send = () => call('sendMessage', member, { body: { recipientId: owner, content: 'Bonjour' } });
  const project = projector(table, deps.now);
  await send();
  const first = await followed(name, project, 0);
  await send();
  const second = await followed(name, project, first.seen);
  const written = second.seen - first.seen;
  expect(written).toBeGreaterThan(6);
  expect(second.inVain.length / written, second.inVain.join(', ')).toBeLessThanOrEqual(0.2);
});

test('a reading reaches the dispatcher, and removals reach those who follow the kind', () => {
  const thread = (change: string) => ({ dynamodb: { NewImage: { kind: { S: 'thread' }, change: { S: change } } } });
  expect(passes.dispatcher(thread('read'))).toBe(true);
  expect(passes.dispatcher(thread('answered'))).toBe(false);
  expect(passes.projector(thread('opened'))).toBe(true);
  expect(passes.projector(thread('answered'))).toBe(true);
  expect(passes.dispatcher({ dynamodb: { OldImage: { kind: { S: 'profile' } } } })).toBe(true);
  expect(passes.projector({ dynamodb: { OldImage: { kind: { S: 'review' } } } })).toBe(true);
});
