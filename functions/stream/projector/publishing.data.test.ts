import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { projector } from '#functions/stream/projector/project.ts';
import { memberIds } from '#test/access/people.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { streamOf } from '#test/support/scenes/followed-stream.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, C: traveller, A: administrator } = memberIds;

test('a listing that waits has no published state, and its approval updates lists without a row of their own', async () => {
  const { as, table, clock } = await aWorld({ people: ['O', 'C', 'A'], hasStream: true });
  const project = projector(table, () => clock.now);
  const follow = async () =>
    expect(await project({ Records: await streamOf(table.name) })).toEqual({ batchItemFailures: [] });
  const { body } = await as(owner).publishParcel({ body: sampleBodies.publishParcel as never });
  const parcelId = String((body as { id?: string }).id);
  await as(owner).sendMessage({ body: { recipientId: traveller, parcelId, content: 'Bonjour' } });
  await follow();
  expect(await table.get(keys.publishedState('parcel', parcelId))).toBeUndefined();
  const title = async () => (await as(traveller).conversations({ query: {} })).body.items[0]?.parcel?.title;
  expect(await title()).toBeUndefined();
  await as(administrator).approveParcel({ params: { parcelId } });
  await follow();
  expect(await table.get(keys.publishedState('parcel', parcelId))).toMatchObject({ version: 1 });
  expect(await title()).toBe((sampleBodies.publishParcel as { title: string }).title);
  expect(await table.get(keys.relisting(owner, parcelId))).toBeUndefined();
});
