import { indexes, keys } from '#functions/platform/keys.ts';
import { atVersion, type Item, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import {
  awaitsDecision,
  type ProfileRecord,
  ProfileRecord as ProfileSchema,
  type StatsRecord,
  StatsRecord as StatsSchema,
} from '#shared/accounts/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** A member with his counters, as every card needs them. */
export interface Person {
  readonly profile: ProfileRecord;
  readonly stats: StatsRecord;
}

export const parseProfile = (item: Item): ProfileRecord => ProfileSchema.parse(item['record']);
export const parseStats = (item: Item | undefined): StatsRecord => StatsSchema.parse(item ?? {});

/** The item of a profile, in the queue of its status (with documents first) and in the list of all. */
export function profileItem(profile: ProfileRecord) {
  const hasDocuments = profile.idDocument || profile.facePhoto ? '1' : '0';
  return {
    ...keys.profile(profile.id),
    ...indexes.queue(
      'PROFILE',
      awaitsDecision(profile) ? 'pending' : profile.status,
      `${hasDocuments}#${profile.createdAt}`,
    ),
    ...indexes.all('PROFILE', profile.createdAt, profile.id),
    kind: 'profile',
    version: profile.version,
    record: profile,
  };
}

export function profileRepository(table: Table) {
  return {
    /** The member, freshly read. */
    async read(id: string): Promise<ProfileRecord | undefined> {
      const item = await table.get(keys.profile(id), { consistent: true });
      return item && parseProfile(item);
    },

    /** The member with his counters, which lie side by side: half a read unit, at most a moment old. */
    async readWithStats(id: string): Promise<(ProfileRecord & { readonly stats: StatsRecord }) | undefined> {
      const [profile, stats] = [keys.profile(id), keys.stats(id)];
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :member AND sk BETWEEN :profile AND :stats',
        ExpressionAttributeValues: { ':member': profile.pk, ':profile': profile.sk, ':stats': stats.sk },
      });
      const item = items.find(({ sk }) => sk === profile.sk);
      return item && { ...parseProfile(item), stats: parseStats(items.find(({ sk }) => sk === stats.sk)) };
    },

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
      table.put(profileItem(profile), atVersion(profile.version - 1), (old) => refuse(old && parseProfile(old))),

    /** Holds only while the member is approved. */
    mustBeApproved: (id: string): Write =>
      table.check(keys.profile(id), recordHaving('status', 'approved'), () => new Refusal('OTHER_NOT_APPROVED')),
  };
}
