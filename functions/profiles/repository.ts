import { indexes, keys } from '#functions/platform/keys.ts';
import {
  all,
  attribute,
  atVersion,
  type Condition,
  changing,
  expression,
  type Item,
  present,
  recordHaving,
  setting,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import type { MailRefusal } from '#shared/accounts/me.ts';
import type { NoticeChoices } from '#shared/notices/choices.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import {
  type ProfileRecord,
  ProfileRecord as ProfileSchema,
  queueOf,
  type StatsRecord,
  StatsRecord as StatsSchema,
  verificationWaitsSince,
} from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * Fields that only the server reads. They are stored beside the record and outside its version, so that a setting or
 * the end of a session never makes a decision about the profile stale. The same fields in the record keep the values of
 * its first write.
 */
const aside = [
  'resetEpoch',
  'tokensValidAfter',
  'phonePublic',
  'emailNotifications',
  'messageNotices',
  'messageSound',
  'noticeChoices',
  'noticesReadUpTo',
  'mailRefused',
] as const;

const isAside = (name: string) => (aside as readonly string[]).includes(name);

const asideOf = (fields: Readonly<Partial<Record<(typeof aside)[number], unknown>>>) =>
  Object.fromEntries(aside.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

type Fields = Partial<Pick<ProfileRecord, 'email' | 'emailConfirmedAt' | 'poolUser' | 'tokensValidAfter' | 'isAdmin'>>;

interface Options {
  /** Revokes all links for a new password. */
  readonly newResetEpoch?: boolean;
  /** The member opened the link of a mail, so mails reach them. */
  readonly mailsArrive?: boolean;
  readonly onlyIf?: Condition;
  readonly queue?: ReturnType<typeof queueOf>;
}

/**
 * Sets single fields of a profile at any version. A field of the record raises the version, so that an act on an older
 * version cannot overwrite it; fields beside the record do not.
 */
function setFields(
  table: Table,
  id: string,
  fields: Fields,
  { newResetEpoch = false, mailsArrive = false, onlyIf = present, queue }: Options = {},
): Write {
  const entries = Object.entries(fields);
  const raisesVersion = entries.some(([name]) => !isAside(name));
  const sets = [
    ...entries.map(([name, value]) =>
      isAside(name) ? expression`${attribute(name)} = ${value}` : expression`#record.${attribute(name)} = ${value}`,
    ),
    ...(newResetEpoch ? [expression`#resetEpoch = if_not_exists(#resetEpoch, #record.#resetEpoch) + ${1}`] : []),
    ...(raisesVersion
      ? [expression`#record.#version = #record.#version + ${1}`, expression`#version = #version + ${1}`]
      : []),
    ...(queue ? [expression`gs2pk = ${indexes.queue('profile', queue, '').gs2pk}`] : []),
  ];
  return table.update(keys.profile(id), changing(sets, mailsArrive ? [expression`mailRefused`] : []), onlyIf);
}

export interface Person {
  readonly profile: ProfileRecord;
  readonly stats: StatsRecord;
}

export const staying: Condition = expression`attribute_not_exists(#record.#leavesOn)`;

export const neverConfirmed: Condition = expression`attribute_not_exists(#record.#emailConfirmedAt)`;

export const parseProfile = (item: Item): ProfileRecord =>
  ProfileSchema.parse({ ...(item['record'] as object), ...asideOf(item) });
export const parseStats = (item: Item | undefined): StatsRecord => StatsSchema.parse(item ?? {});

/** The item of a new profile. `save` stores an existing one, and leaves the fields beside the record as they are. */
export const profileItem = (profile: ProfileRecord) => ({
  ...keys.profile(profile.id),
  ...asideOf(profile),
  ...facesOf(profile),
});

/** Removing the field ends the refusal, so the record must not hold a copy. */
function withoutRefusal({ mailRefused: _aside, ...record }: ProfileRecord): ProfileRecord {
  return record;
}

/** The attributes that the version guards: the record, and its places in its queue (with documents first) and list. */
function facesOf(profile: ProfileRecord) {
  const hasDocuments = profile.idDocument || profile.facePhoto ? '1' : '0';
  return {
    ...indexes.queue(
      'profile',
      queueOf(profile),
      `${hasDocuments}#${verificationWaitsSince(profile) ?? profile.createdAt}`,
    ),
    ...indexes.all('profile', profile.createdAt, profile.id),
    kind: 'profile' as const,
    version: profile.version,
    record: withoutRefusal(profile),
  };
}

/** The member record: its only reader and writer, except for the scheduling and the end of its deletion. */
export function profileRepository(table: Table) {
  return { ...reads(table), ...writes(table) };
}

function reads(table: Table) {
  /** Both items are neighbours in one partition, so a query costs half a unit, and two reads cost one. */
  async function personOf(id: string): Promise<Person | undefined> {
    const [profile, stats] = [keys.profile(id), keys.stats(id)];
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :member AND sk BETWEEN :profile AND :stats',
      ExpressionAttributeValues: { ':member': profile.pk, ':profile': profile.sk, ':stats': stats.sk },
    });
    const item = items.find(({ sk }) => sk === profile.sk);
    return item && { profile: parseProfile(item), stats: parseStats(items.find(({ sk }) => sk === stats.sk)) };
  }

  return {
    async read(id: string): Promise<ProfileRecord | undefined> {
      const item = await table.get(keys.profile(id), { consistent: true });
      return item && parseProfile(item);
    },

    /** The member whose user of the pool has this name. */
    async ofUser(user: string): Promise<ProfileRecord | undefined> {
      const own = await this.read(user);
      if (own) return own;
      const named = await table.get(keys.poolUser(user), { consistent: true });
      return named && this.read(String(named['memberId']));
    },

    /** The member with their counters. */
    async readWithStats(id: string): Promise<(ProfileRecord & { readonly stats: StatsRecord }) | undefined> {
      const person = await personOf(id);
      return person && { ...person.profile, stats: person.stats };
    },

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
      const found = new Map<string, Person>();
      const [only] = wanted;
      if (only !== undefined && wanted.length === 1) {
        const person = await personOf(only);
        return person ? found.set(only, person) : found;
      }
      const items = await table.getMany(wanted.flatMap((id) => [keys.profile(id), keys.stats(id)]));
      for (const [index, id] of wanted.entries()) {
        const profile = items[index * 2];
        if (profile) found.set(id, { profile: parseProfile(profile), stats: parseStats(items[index * 2 + 1]) });
      }
      return found;
    },
  };
}

function writes(table: Table) {
  return {
    save: (
      profile: ProfileRecord,
      refuse: (current: ProfileRecord | undefined) => Refusal = () => new Refusal('STATE_CHANGED'),
    ): Write =>
      table.update(keys.profile(profile.id), setting({}, facesOf(profile)), atVersion(profile.version - 1), (old) =>
        refuse(old && parseProfile(old)),
      ),

    /** Writes or deletes the queue row of a new name, together with the profile that has it or no longer has it. */
    queueName: ({ id, newName }: ProfileRecord): Write =>
      newName
        ? table.put({
            ...keys.newName(id),
            ...indexes.queue('profile', 'pending', `${newName.idDocument ? '1' : '0'}#${newName.at}`),
            kind: 'newName',
            id,
          })
        : table.remove(keys.newName(id)),

    set: (id: string, settings: Settings): Write =>
      table.update(keys.profile(id), setting({}, asideOf(settings)), present),

    chooseNotices: (id: string, noticeChoices: NoticeChoices): Write =>
      table.update(keys.profile(id), setting({}, { noticeChoices }), present),

    /** Stores that mails no longer reach this address. The first refusal stays. Another address now: STATE_CHANGED. */
    refuseMails: (id: string, email: string, refusal: MailRefusal): Write =>
      table.update(
        keys.profile(id),
        setting({}, { mailRefused: refusal }),
        all(recordHaving('email', email), expression`attribute_not_exists(mailRefused)`),
      ),

    takeMails: (id: string): Write => table.update(keys.profile(id), expression`REMOVE mailRefused`, present),

    /** Holds only if the member is approved and has not asked for the deletion of their account. */
    mustBeApproved: (id: string): Write =>
      table.check(
        keys.profile(id),
        all(recordHaving('status', 'approved'), staying),
        () => new Refusal('OTHER_NOT_APPROVED'),
      ),

    /** Holds only if the member has confirmed their address and is not deleted. */
    mustBeConfirmed: (id: string, refuse: () => Refusal): Write =>
      table.check(keys.profile(id), expression`attribute_exists(#record.#emailConfirmedAt)`, refuse),

    setFields: (id: string, fields: Fields, options?: Options): Write => setFields(table, id, fields, options),

    /** Makes the member an administrator, if they are confirmed, not blocked, and have not asked for their deletion. */
    giveRights: (id: string): Write => setFields(table, id, { isAdmin: true }, { onlyIf: mayHaveRights }),

    /** Deletes an unconfirmed profile, if there is one. Throws EMAIL_TAKEN if it is confirmed. */
    removeUnconfirmed: (id: string): Write =>
      table.remove(keys.profile(id), neverConfirmed, () => new Refusal('EMAIL_TAKEN')),
  };
}

const mayHaveRights: Condition = expression`#record.#status <> ${'blocked'} AND attribute_exists(#record.#emailConfirmedAt) AND attribute_not_exists(#record.#leavesOn)`;
