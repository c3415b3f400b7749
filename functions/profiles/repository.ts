import { indexes, keys } from '#functions/platform/keys.ts';
import {
  atVersion,
  type Condition,
  type Item,
  present,
  recordHaving,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import {
  type ProfileRecord,
  readProfile,
  type StatsRecord,
  StatsRecord as StatsSchema,
} from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** A member with their counters, as every card needs them. */
export interface Person {
  readonly profile: ProfileRecord;
  readonly stats: StatsRecord;
}

/**
 * Facts that nobody reads from a profile but we: they stand beside the record and outside of its version, so that neither
 * a setting nor the end of a session overturns what somebody decides about the profile that they see. Those in the record
 * are what they were when it was first stored.
 */
const aside = ['resetEpoch', 'tokensValidAfter', 'phonePublic', 'emailNotifications'] as const;
export const isAside = (name: string) => (aside as readonly string[]).includes(name);

const asideOf = (facts: Readonly<Partial<Record<(typeof aside)[number], unknown>>>) =>
  Object.fromEntries(aside.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));

export const parseProfile = (item: Item): ProfileRecord =>
  readProfile({ ...(item['record'] as object), ...asideOf(item) });
export const parseStats = (item: Item | undefined): StatsRecord => StatsSchema.parse(item ?? {});

/** The item of a new profile. One that stands is stored by `save`, which leaves what stands beside the record alone. */
export const profileItem = (profile: ProfileRecord) => ({
  ...keys.profile(profile.id),
  ...asideOf(profile),
  ...facesOf(profile),
});

/** All of a profile that its version guards, in the queue of its status (with documents first) and in the list of all. */
function facesOf(profile: ProfileRecord) {
  const hasDocuments = profile.idDocument || profile.facePhoto ? '1' : '0';
  return {
    ...indexes.queue('PROFILE', profile.status, `${hasDocuments}#${profile.createdAt}`),
    ...indexes.all('PROFILE', profile.createdAt, profile.id),
    kind: 'profile' as const,
    version: profile.version,
    record: profile,
  };
}

/** An update expression that sets these attributes; the version's own placeholders are the condition's. */
const setAll = (attributes: Readonly<Record<string, unknown>>): Condition => ({
  expression: `SET ${Object.keys(attributes)
    .map((name) => `#set_${name} = :set_${name}`)
    .join(', ')}`,
  names: Object.fromEntries(Object.keys(attributes).map((name) => [`#set_${name}`, name])),
  values: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:set_${name}`, value])),
});

export function profileRepository(table: Table) {
  return {
    /** The member, freshly read. */
    async read(id: string): Promise<ProfileRecord | undefined> {
      const item = await table.get(keys.profile(id), { consistent: true });
      return item && parseProfile(item);
    },

    /** The member with their counters, which lie side by side: half a read unit, at most a moment old. */
    async readWithStats(id: string): Promise<(ProfileRecord & { readonly stats: StatsRecord }) | undefined> {
      const [profile, stats] = [keys.profile(id), keys.stats(id)];
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :member AND sk BETWEEN :profile AND :stats',
        ExpressionAttributeValues: { ':member': profile.pk, ':profile': profile.sk, ':stats': stats.sk },
      });
      const item = items.find(({ sk }) => sk === profile.sk);
      return item && { ...parseProfile(item), stats: parseStats(items.find(({ sk }) => sk === stats.sk)) };
    },

    /** A member's counters, at most a moment old. */
    stats: async (id: string): Promise<StatsRecord> => parseStats(await table.get(keys.stats(id))),

    /** Members with their counters, one call for up to 50 of them; unknown ids are absent from the map. */
    async people(ids: readonly string[]): Promise<Map<string, Person>> {
      const wanted = [...new Set(ids)];
      const items = await table.getMany(wanted.flatMap((id) => [keys.profile(id), keys.stats(id)]));
      const found = new Map<string, Person>();
      for (const [index, id] of wanted.entries()) {
        const profile = items[index * 2];
        if (profile) found.set(id, { profile: parseProfile(profile), stats: parseStats(items[index * 2 + 1]) });
      }
      return found;
    },

    /** Stores the profile that a rule made of version `profile.version - 1`. */
    save: (
      profile: ProfileRecord,
      refuse: (current: ProfileRecord | undefined) => Refusal = () => new Refusal('STATE_CHANGED'),
    ): Write =>
      table.update(keys.profile(profile.id), setAll(facesOf(profile)), atVersion(profile.version - 1), (old) =>
        refuse(old && parseProfile(old)),
      ),

    /** The place of a new name among what waits for administrators: with the profile that holds it, or that lost it. */
    queueName: ({ id, newName }: ProfileRecord): Write =>
      newName
        ? table.put({
            ...keys.newName(id),
            ...indexes.queue('PROFILE', 'pending', `${newName.idDocument ? '1' : '0'}#${newName.at}`),
            kind: 'newName',
            id,
          })
        : table.remove(keys.newName(id)),

    /** The member's own switches: at once, whatever else of the profile changes. */
    set: (id: string, { phonePublic, emailNotifications }: Settings): Write =>
      table.update(keys.profile(id), setAll({ phonePublic, emailNotifications }), present),

    /** Holds only while the member is approved. */
    mustBeApproved: (id: string): Write =>
      table.check(keys.profile(id), recordHaving('status', 'approved'), () => new Refusal('OTHER_NOT_APPROVED')),
  };
}
