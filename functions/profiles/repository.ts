import { indexes, keys } from '#functions/platform/keys.ts';
import {
  all,
  atVersion,
  type Condition,
  type Item,
  present,
  recordHaving,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import type { MailRefusal } from '#shared/accounts/contract.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import {
  type ProfileRecord,
  queueOf,
  readProfile,
  type StatsRecord,
  StatsRecord as StatsSchema,
  verificationWaitsSince,
} from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** A member with their counters, as cards need them. */
export interface Person {
  readonly profile: ProfileRecord;
  readonly stats: StatsRecord;
}

/**
 * Facts that only the server reads. They are stored beside the record and outside its version, so that a setting or the
 * end of a session never makes a decision about the profile stale. The same fields in the record have the values of its
 * first write.
 */
const aside = [
  'resetEpoch',
  'tokensValidAfter',
  'phonePublic',
  'emailNotifications',
  'messageNotices',
  'messageSound',
  'mailRefused',
] as const;
export const isAside = (name: string) => (aside as readonly string[]).includes(name);

const asideOf = (facts: Readonly<Partial<Record<(typeof aside)[number], unknown>>>) =>
  Object.fromEntries(aside.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])));

/** The member has not asked for the deletion of their account. */
export const staying: Condition = {
  expression: 'attribute_not_exists(#record.#leaves)',
  names: { '#record': 'record', '#leaves': 'leavesOn' },
};

export const parseProfile = (item: Item): ProfileRecord =>
  readProfile({ ...(item['record'] as object), ...asideOf(item) });
export const parseStats = (item: Item | undefined): StatsRecord => StatsSchema.parse(item ?? {});

/**
 * The item of a new profile. An existing one is stored by `save`, which does not change the facts beside the record.
 */
export const profileItem = (profile: ProfileRecord) => ({
  ...keys.profile(profile.id),
  ...asideOf(profile),
  ...facesOf(profile),
});

/** The fact ends by its removal; a copy in the record would then count again. */
function withoutRefusal({ mailRefused: _aside, ...record }: ProfileRecord): ProfileRecord {
  return record;
}

/** All of a profile that its version guards, in its queue (`queueOf`, with documents first) and in the list of all. */
function facesOf(profile: ProfileRecord) {
  const hasDocuments = profile.idDocument || profile.facePhoto ? '1' : '0';
  return {
    ...indexes.queue(
      'PROFILE',
      queueOf(profile),
      `${hasDocuments}#${verificationWaitsSince(profile) ?? profile.createdAt}`,
    ),
    ...indexes.all('PROFILE', profile.createdAt, profile.id),
    kind: 'profile' as const,
    version: profile.version,
    record: withoutRefusal(profile),
  };
}

/** An update expression that sets these attributes; the placeholders of the version come from the condition. */
const setAll = (attributes: Readonly<Record<string, unknown>>): Condition => ({
  expression: `SET ${Object.keys(attributes)
    .map((name) => `#set_${name} = :set_${name}`)
    .join(', ')}`,
  names: Object.fromEntries(Object.keys(attributes).map((name) => [`#set_${name}`, name])),
  values: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`:set_${name}`, value])),
});

export function profileRepository(table: Table) {
  return {
    /** The member, read consistently. */
    async read(id: string): Promise<ProfileRecord | undefined> {
      const item = await table.get(keys.profile(id), { consistent: true });
      return item && parseProfile(item);
    },

    /** The member with their counters, in one partition: half a read unit, eventually consistent. */
    async readWithStats(id: string): Promise<(ProfileRecord & { readonly stats: StatsRecord }) | undefined> {
      const [profile, stats] = [keys.profile(id), keys.stats(id)];
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :member AND sk BETWEEN :profile AND :stats',
        ExpressionAttributeValues: { ':member': profile.pk, ':profile': profile.sk, ':stats': stats.sk },
      });
      const item = items.find(({ sk }) => sk === profile.sk);
      return item && { ...parseProfile(item), stats: parseStats(items.find(({ sk }) => sk === stats.sk)) };
    },

    /** A member's counters, eventually consistent. */
    stats: async (id: string): Promise<StatsRecord> => parseStats(await table.get(keys.stats(id))),

    /** Members, eventually consistent, half a read unit each; unknown ids are absent from the map. */
    async readMany(ids: readonly string[]): Promise<Map<string, ProfileRecord>> {
      const wanted = [...new Set(ids)];
      const items = await table.getMany(wanted.map((id) => keys.profile(id)));
      return new Map(items.flatMap((item) => (item ? [parseProfile(item)] : [])).map((one) => [one.id, one]));
    },

    /** Members with their counters; unknown ids are absent from the map. */
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

    /** Stores the profile that a rule made from version `profile.version - 1`. */
    save: (
      profile: ProfileRecord,
      refuse: (current: ProfileRecord | undefined) => Refusal = () => new Refusal('STATE_CHANGED'),
    ): Write =>
      table.update(keys.profile(profile.id), setAll(facesOf(profile)), atVersion(profile.version - 1), (old) =>
        refuse(old && parseProfile(old)),
      ),

    /** Writes or deletes the queue row of a new name, together with the profile that has it or no longer has it. */
    queueName: ({ id, newName }: ProfileRecord): Write =>
      newName
        ? table.put({
            ...keys.newName(id),
            ...indexes.queue('PROFILE', 'pending', `${newName.idDocument ? '1' : '0'}#${newName.at}`),
            kind: 'newName',
            id,
          })
        : table.remove(keys.newName(id)),

    /** The member's own settings: stored immediately, without the version of the profile. */
    set: (id: string, settings: Settings): Write => table.update(keys.profile(id), setAll(asideOf(settings)), present),

    /**
     * Mails no longer reach this address of the member. The first fact stays; if the address has changed,
     * STATE_CHANGED.
     */
    refuseMails: (id: string, email: string, refusal: MailRefusal): Write =>
      table.update(
        keys.profile(id),
        setAll({ mailRefused: refusal }),
        all(recordHaving('email', email), { expression: 'attribute_not_exists(mailRefused)' }),
      ),

    /** Mails reach the member again. */
    takeMails: (id: string): Write => table.update(keys.profile(id), { expression: 'REMOVE mailRefused' }, present),

    /** The condition fails unless the member is approved and stays. */
    mustBeApproved: (id: string): Write =>
      table.check(
        keys.profile(id),
        all(recordHaving('status', 'approved'), staying),
        () => new Refusal('OTHER_NOT_APPROVED'),
      ),
  };
}
