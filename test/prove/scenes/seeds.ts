import { createHash, randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { adminLog } from '#functions/admin/log.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { issueToken, newToken, type TokenPurpose } from '#functions/platform/tokens.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { receiptItem, receiptRepository } from '#functions/receipts/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cardOf, type ProfileRecord, StatsRecord } from '#shared/profiles/record.ts';
import { decideReceipt, payerOf, subscribe } from '#shared/receipts/approval.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { aParcelRecord, aProfileRecord, aReceiptRecord, aTripRecord } from '#test/support/factories.ts';
import { put } from '#test/support/pipeline.ts';
import { aProof } from '#test/support/proven-session.ts';
import { pastPickup } from '../pickups.ts';
import { poolId } from '../product/clients.ts';
import type { Product } from '../product/product.ts';

export const password = 'Traversee-2026';
const bucketOf: Readonly<Record<UploadKind, 'identity' | 'private' | 'media'>> = {
  id_document: 'identity',
  face_photo: 'identity',
  parcel_file: 'private',
  proof: 'private',
  receipt_file: 'private',
  avatar: 'media',
  advertisement_picture: 'media',
};
/** Where the scanner puts a clean file of each kind, without its owner. */
const folderOf: Readonly<Record<UploadKind, string>> = {
  id_document: 'documents/',
  face_photo: 'photos/',
  parcel_file: 'parcels/',
  proof: 'proofs/',
  receipt_file: 'receipts/',
  avatar: 'media/',
  advertisement_picture: 'media/',
};

const card = (profile: ProfileRecord) => cardOf(profile, StatsRecord.parse({}));

/**
 * Puts people and things into a product, sound by the invariants: each parcel has its chain of events, each key its
 * file.
 */
export function seeding({ table, aws, now }: Product) {
  const at = () => new Date(now()).toISOString();

  /** A clean file of a member that waits to be used, or is already part of something. */
  async function file(
    kind: UploadKind,
    ownerId: string,
    facts: { target?: string; stage?: ProofStage; state?: 'clean' | 'attached'; id?: string } = {},
  ) {
    const id = facts.id ?? randomUUID();
    const isMedia = bucketOf[kind] === 'media';
    const key = isMedia ? `media/${id}` : `${folderOf[kind]}${facts.target ?? ownerId}/1-${id}.jpg`;
    const sha256 = createHash('sha256').update(id).digest('base64');
    await aws.sound.files.send(
      new PutObjectCommand({ Bucket: bucketOf[kind], Key: key, Body: id, ContentType: 'image/jpeg' }),
    );
    const item = {
      ...keys.upload(id),
      id,
      kind,
      ownerId,
      contentType: 'image/jpeg' as const,
      sha256,
      size: id.length,
      state: facts.state ?? 'clean',
      key,
      createdAt: at(),
      ...(facts.target ? { target: facts.target } : {}),
      ...(facts.stage ? { stage: facts.stage } : {}),
    };
    await put(table, item);
    return { id, key, sha256, at: item.createdAt };
  }

  /** An identity document or a face photo as a profile keeps it. */
  async function document(kind: 'id_document' | 'face_photo', ownerId: string) {
    const { id: uploadId, key, at: sentAt } = await file(kind, ownerId, { state: 'attached' });
    return { uploadId, key, contentType: 'image/jpeg' as const, at: sentAt };
  }

  async function member(facts: Partial<ProfileRecord> = {}): Promise<ProfileRecord> {
    const id = facts.id ?? randomUUID();
    const profile = aProfileRecord({ id, email: `m${id}@example.org`, createdAt: at(), ...facts });
    const lock = { claim: 'c', facts: 'f', attempt: 'a', at: 1, mailId: randomUUID(), memberId: id };
    await put(table, profileItem(profile));
    const { emailConfirmedAt: confirmedAt } = profile;
    await put(table, {
      ...keys.emailLock(profile.email),
      kind: 'emailLock',
      ...lock,
      ...(confirmedAt ? { confirmedAt } : {}),
    });
    return profile;
  }

  /** Makes the user of an address in the pool, with a password; the id is the pool's. */
  async function user(email: string): Promise<string> {
    const who = { UserPoolId: poolId, Username: email };
    await aws.sound.pool.send(
      new AdminCreateUserCommand({
        ...who,
        MessageAction: 'SUPPRESS',
        UserAttributes: [{ Name: 'email', Value: email }],
      }),
    );
    await aws.sound.pool.send(new AdminSetUserPasswordCommand({ ...who, Password: password, Permanent: true }));
    const { UserAttributes = [] } = await aws.sound.pool.send(new AdminGetUserCommand(who));
    return UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
  }

  /** A member who also has a user in the pool. */
  async function memberWithUser(facts: Partial<ProfileRecord> = {}): Promise<ProfileRecord> {
    const email = `u${randomUUID()}@example.org`;
    return member({ ...facts, id: await user(email), email });
  }

  async function administrator(rootAdmin: boolean): Promise<ProfileRecord> {
    const profile = await memberWithUser({ isAdmin: true });
    await put(table, {
      ...keys.administrator(profile.id),
      kind: 'administrator',
      status: 'active',
      rootAdmin,
      email: profile.email,
      createdAt: at(),
    });
    await put(table, aProof(profile.id));
    return profile;
  }

  /** A conversation of two members with its first message. */
  async function conversation(from: ProfileRecord, to: ProfileRecord, about?: ParcelRecord): Promise<void> {
    const threads = threadRepository(table);
    const topic = { a: from.id, b: to.id, parcelId: about?.id };
    const message = {
      id: randomUUID(),
      seq: 1,
      senderId: from.id,
      recipientId: to.id,
      ...(about ? { parcelId: about.id } : {}),
      content: 'Bonjour',
      createdAt: at(),
    };
    const title = about?.title;
    await table.transact(
      threads.append(
        topic,
        message,
        { sender: { card: card(from), title }, recipient: { card: card(to), title } },
        await threads.head(topic),
      ),
    );
  }

  /** A parcel with an event for each of its versions; with a carrier also the rows of both. */
  async function parcel(owner: ProfileRecord, facts: Partial<ParcelRecord> = {}, carrier?: ProfileRecord) {
    const moment = at();
    const record = aParcelRecord({
      id: randomUUID(),
      owner: card(owner),
      deadline: '2031-01-01',
      createdAt: moment,
      version: 2,
      ...(carrier ? { carrierId: carrier.id, carrier: card(carrier), assignedAt: moment } : {}),
      ...facts,
    });
    const { carrierId: _1, carrier: _2, assignedAt: _3, ...bare } = record;
    await put(table, parcelItem(record));
    for (let version = 1; version <= record.version; version++)
      await put(table, {
        ...keys.parcelEvent(record.id, version),
        kind: 'event',
        record:
          version > 1 && carrier && pastPickup.has(record.status)
            ? { version, type: 'validatePickup', at: moment, by: carrier.id, carrierId: carrier.id }
            : { version, type: version === 1 ? 'published' : 'edited', at: moment, by: owner.id },
      });
    const rows = deliveryRepository(table).assignment({ ...bare, status: 'active' }, record, now());
    if (rows.length > 0) await table.transact(rows);
    return record;
  }

  /** Photos of the carrier for both stages. */
  async function photos({ id, carrierId = '', assignedAt = '' }: ParcelRecord, stages: readonly ProofStage[]) {
    for (const stage of stages) {
      const photo = await file('proof', carrierId, { target: id, stage, state: 'attached' });
      const record = { id: photo.id, stage, by: carrierId, at: at(), key: photo.key, sha256: photo.sha256 };
      await put(table, {
        ...keys.proof(id, record.at, photo.id),
        kind: 'proof',
        record: { ...record, contentType: 'image/jpeg', assignedAt },
      });
      await put(table, { ...keys.proofCount(id, assignedAt, stage), count: 1 });
    }
  }

  async function trip(owner: ProfileRecord, facts: Partial<TripRecord> = {}): Promise<TripRecord> {
    const record = aTripRecord({
      id: randomUUID(),
      owner: card(owner),
      travelDate: '2031-01-01',
      createdAt: at(),
      ...facts,
    });
    await put(table, tripItem(record));
    return record;
  }

  /** A receipt that waits. */
  async function receipt(payer: ProfileRecord) {
    const { id, key, sha256 } = await file('receipt_file', payer.id, { state: 'attached' });
    const record = aReceiptRecord({ id, memberId: payer.id, payer: payerOf(payer), key, sha256, sentAt: at() });
    await table.transact(receiptRepository(table).add(record, await receiptRepository(table).pending(payer.id)));
    return { record, item: receiptItem(record) };
  }

  /** A receipt that was approved just now: its member has a year. */
  async function contract(payer: ProfileRecord) {
    const { record } = await receipt(payer);
    const receipts = receiptRepository(table);
    const decision = { adminId: payer.id, now: now() };
    const member = subscribe(payer, decision);
    const decided = decideReceipt(record, decision, { subscriptionEnd: member.subscriptionEnd ?? '' });
    await table.transact([
      ...receipts.decide(decided, () => new Refusal('STATE_CHANGED')),
      profileRepository(table).save(member),
      adminLog({ table, now, newId: randomUUID }, payer, 'approveReceipt', { type: 'receipt', id: record.id }),
    ]);
    return { record: decided };
  }

  /** A secret that was given for one purpose. */
  async function token(
    purpose: TokenPurpose,
    { id: memberId, email, resetEpoch: epoch }: ProfileRecord,
  ): Promise<string> {
    const secret = newToken();
    const facts = { purpose, memberId, email, epoch, expiresAt: now() + 30 * 60_000 };
    await table.transact([issueToken(table, secret, facts)]);
    return secret;
  }

  return {
    at,
    file,
    document,
    member,
    user,
    memberWithUser,
    administrator,
    conversation,
    parcel,
    photos,
    trip,
    receipt,
    contract,
    token,
    put: (item: Item) => put(table, item),
  };
}
export type Seeding = ReturnType<typeof seeding>;
