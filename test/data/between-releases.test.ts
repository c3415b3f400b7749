import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { openTable } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { changeOf } from '#functions/stream/change.ts';
import { toLiveEvents } from '#functions/stream/live-events.ts';
import { projector } from '#functions/stream/projector/project.ts';
import { streamFilters } from '#infra/constructs/stream-consumer.ts';
import { type FunctionName, needsOf } from '#infra/function-table.ts';
import { eventFilter } from '#infra/local/events/stream-pump.ts';
import { aParcel, aProfile, now } from '#test/access/people.ts';
import { type Resource, type StackName, synthesize } from '#test/infra/synth.ts';
import { put } from '#test/support/pipeline.ts';
import { streamOf } from '#test/support/scenes/followed-stream.ts';
import { freshTable, itemsIn } from '#test/support/table.ts';

type Resources = Readonly<Record<string, Resource>>;
type Reader = keyof typeof streamFilters;
const readers = Object.keys(streamFilters) as Reader[];

const { stacks, template } = synthesize({ stage: 'prod' });

const isMapping = (resource: Resource | undefined) => resource?.Type === 'AWS::Lambda::EventSourceMapping';

function neededBy({ DependsOn = [], Properties }: Resource): string[] {
  const referred = JSON.stringify([Properties]).matchAll(/"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/g);
  return [...DependsOn, ...[...referred].map(([, id = '']) => id)];
}

/** Of all orders in which CloudFormation may update a stack, the one in which each reader learns last. */
function worstOrder(resources: Resources): Resource[] {
  const left = new Map(Object.entries(resources));
  const order: Resource[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([, resource]) => !neededBy(resource).some((id) => left.has(id)));
    const [id, resource] = ready.find(([, one]) => !isMapping(one)) ?? ready[0] ?? [];
    if (!id || !resource) throw new Error('The resources of the stack need each other.');
    left.delete(id);
    order.push(resource);
  }
  return order;
}

/** A filter of a release that does not know parcels yet. */
const withoutParcels = (reader: Reader) =>
  eventFilter(
    streamFilters[reader].map((pattern) =>
      JSON.stringify(pattern, (_name, value: unknown) =>
        Array.isArray(value) ? value.filter((kind) => kind !== 'parcel') : value,
      ),
    ),
  );

const nameOf = (resource: Resource | undefined) => resource?.Metadata?.['function'] as FunctionName | undefined;

/**
 * Deploys a release that adds the kind `parcel` over one that knows none. Each function that writes into the table
 * publishes one as soon as it is deployed. Returns those of whose parcels a reader of the stream has not heard.
 */
async function lostIn(order: readonly StackName[], isLater: (name: FunctionName) => boolean): Promise<string[]> {
  const { name: tableName, client } = await freshTable({ hasStream: true });
  const table = openTable(tableName, client);
  await put(table, profileItem(aProfile('O')));
  const project = projector(table, () => now);
  const passes = { projector: withoutParcels('projector'), dispatcher: withoutParcels('dispatcher') };
  const published = new Map<string, FunctionName>();
  const told = new Set<string>();
  let seen = 0;
  const deliver = async () => {
    const records = (await streamOf(tableName)).slice(seen);
    seen += records.length;
    for (const record of records) {
      const { before, after } = changeOf(record);
      if (passes.projector(record)) await project({ Records: [record] });
      if (!passes.dispatcher(record)) continue;
      for (const { event } of toLiveEvents(before, after, new Date(now).toISOString()))
        if (event.type === 'parcel.changed') told.add(event.data.id);
    }
  };
  for (const stack of order) {
    const { Resources } = template(stack);
    for (const resource of worstOrder(Resources)) {
      const [follower] = isMapping(resource) ? neededBy(resource).flatMap((id) => nameOf(Resources[id]) ?? []) : [];
      const reader = readers.find((one) => one === follower);
      if (reader) passes[reader] = eventFilter(streamFilters[reader].map((pattern) => JSON.stringify(pattern)));
      const writer = nameOf(resource);
      if (!writer || isLater(writer) || !needsOf(writer).table?.includes('PutItem')) continue;
      const id = randomUUID();
      await put(table, parcelItem(aParcel(1, 'O', { id })));
      published.set(id, writer);
      await deliver();
    }
  }
  expect(published.size).toBeGreaterThan(15);
  const found = (await itemsIn(table)).filter(({ pk }) => String(pk).startsWith('SP#'));
  const isFound = (id: string) => found.some((row) => JSON.stringify(row).includes(id));
  return [...published].flatMap(([id, writer]) => (isFound(id) && told.has(id) ? [] : [writer]));
}

/** They are deployed with the readers or before them, and write a new kind that consumers follow a release later. */
const writeLater = ['bootstrap', 'dispatcher', 'projector', 'socket'];

test('of a kind of record that a release adds nothing is lost, whatever writes it between the steps of the deploy', async () => {
  expect(await lostIn(stacks, (name) => writeLater.includes(name))).toEqual([]);
  expect((await lostIn(stacks, () => false)).toSorted()).toEqual(writeLater);
});

test('with the writers before the readers, the walk sees what is lost', async () => {
  const turned = stacks.toSorted((one, other) => Number(other === 'api') - Number(one === 'api'));
  expect(await lostIn(turned, (name) => writeLater.includes(name))).toContain('parcels');
});
