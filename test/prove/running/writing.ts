import { setTimeout as wait } from 'node:timers/promises';
import { parseParcel } from '#functions/parcels/repository.ts';
import type { Item } from '#functions/platform/table.ts';
import { aParcelToPublish } from '#test/support/journey.ts';
import { acknowledged } from './acknowledged.ts';
import type { Person } from './people.ts';

/** Refusals after which nothing more is tried. */
const refusedAtMost = 10;

/**
 * Members who publish, write, agree and cancel without a pause, each with their neighbour as carrier, until `stop`. It
 * records the product's acknowledgements, to find them again.
 */
export function startWriting(members: readonly Person[], admin: Person) {
  /** The version of each parcel that was acknowledged last, and its title. */
  const parcels = new Map<string, { readonly title: string; readonly version: number }>();
  const messages: string[] = [];
  const approved: string[] = [];
  const refused: string[] = [];
  let acts = 0;
  let isOver = false;

  async function story(owner: Person, carrier: Person, title: string): Promise<void> {
    const made = await acknowledged(owner, (caller, key) =>
      caller.call('publishParcel', { body: aParcelToPublish(title) }, { key }),
    );
    if (!('id' in made)) throw new Error('A parcel without a file waits for a scan');
    const params = { parcelId: made.id };
    let { version } = made;
    const stands = (parcel: { readonly version: number }) => {
      ({ version } = parcel);
      parcels.set(made.id, { title, version });
      acts += 1;
    };
    stands(made);
    const content = `Au sujet de ${title}`;
    const steps = [
      async () => {
        const call = { params, version };
        stands(await acknowledged(admin, (caller, key) => caller.call('approveParcel', call, { key })));
        approved.push(made.id);
      },
      async () => {
        const body = { recipientId: owner.userId, parcelId: made.id, content };
        await acknowledged(carrier, (caller, key) => caller.call('sendMessage', { body }, { key }));
        messages.push(content);
        acts += 1;
      },
      async () => {
        const call = { params, version, body: {} };
        stands(await acknowledged(carrier, (caller, key) => caller.call('acceptDelivery', call, { key })));
      },
      async () => {
        const call = { params, version, body: { carrierId: carrier.userId } };
        stands(await acknowledged(owner, (caller, key) => caller.call('chooseCarrier', call, { key })));
      },
      async () => {
        const call = { params, version, body: { reason: 'Je pars moi-même la semaine prochaine.' } };
        stands(await acknowledged(owner, (caller, key) => caller.call('cancelParcel', call, { key })));
      },
    ];
    for (const step of steps) if (!isOver) await step();
  }

  const all = members.map(async (owner, index) => {
    const carrier = members[(index + 1) % members.length] ?? owner;
    for (let turn = 0; !isOver && refused.length < refusedAtMost; turn++) {
      const title = `Colis ${index}.${turn}`;
      await story(owner, carrier, title).catch((error: Error) => refused.push(`${title}: ${error.message}`));
    }
  });

  return {
    acts: () => acts,
    /** Resolves when so many more acts are acknowledged. */
    async more(count: number): Promise<void> {
      const enough = acts + count;
      const endsAt = Date.now() + 120_000;
      while (acts < enough && refused.length < refusedAtMost && Date.now() < endsAt) await wait(20);
    },
    /** The acts of the administrator that were acknowledged. */
    approvals: () => approved.map((target) => ({ action: 'approveParcel', target })),
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
    /** Refused writes, and acknowledged ones that are lost or duplicated. */
    flaws(items: readonly Item[]): string[] {
      const stored = items.filter(({ kind }) => kind === 'parcel').map(parseParcel);
      const versions = new Map(stored.map(({ id, version }) => [id, version]));
      const titles = Map.groupBy(stored, ({ title }) => title);
      const contents = Map.groupBy(
        items.filter(({ kind }) => kind === 'message'),
        ({ record }) => (record as { content: string }).content,
      );
      return [
        ...refused,
        ...[...parcels]
          .filter(([id, { version }]) => (versions.get(id) ?? 0) < version)
          .map(([id, { title, version }]) => `${title} is at ${versions.get(id)}, acknowledged at ${version}`),
        ...[...titles]
          .filter(([, all]) => all.length > 1)
          .map(([title, all]) => `${title} is there ${all.length} times`),
        ...messages
          .filter((content) => contents.get(content)?.length !== 1)
          .map((content) => `« ${content} » is there ${contents.get(content)?.length ?? 0} times`),
      ];
    },
  };
}
