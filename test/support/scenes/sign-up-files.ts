import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { deleteSignUp } from '#functions/account-deletion/sign-up.ts';
import type { Actor } from '#functions/actor.ts';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { eraseFiles } from '#functions/scheduled/night/retention.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { scanStates } from '#functions/uploads/scan-states.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { dayMs } from '#shared/values/time.ts';
import { amina, anAccountsBackend } from '#test/support/accounts.ts';

/** A member who has just signed up, files in buckets of this test, and nights. */
export async function aHouse() {
  const backend = await anAccountsBackend();
  const { table, clock, profiles, identity } = backend;
  const uploads = uploadRepository(table);
  const stored = new Set<string>();
  const broken = new Set<string>();
  const bucket = {
    delete: async (key: string) => {
      if (broken.has(key)) throw new Error('S3 does not answer');
      stored.delete(key);
    },
  };
  const erasers = { hasTime: () => true, files: { identity: bucket, private: bucket, media: bucket } };
  /** The dispatcher's part after the account is deleted. */
  const follow = (profile: ProfileRecord) => deleteSignUp(table, profile, { identity, files: erasers.files });
  const { userId } = await backend.call('signUp', amina);

  const member = async () => {
    const profile = await profiles.read(userId);
    if (!profile) throw new Error('The member is gone');
    return profile;
  };
  /** A clean file. */
  async function aFile(kind: UploadKind): Promise<string> {
    const id = randomUUID();
    const file = { id, kind, ownerId: userId, contentType: 'image/jpeg', size: 9, sha256: 'x' } as const;
    await table.transact([uploads.issue(file, clock.now)]);
    const states = scanStates(table);
    await states.begin(id);
    await states.accept(id, { key: `files/${id}`, size: 9 });
    stored.add(`files/${id}`);
    return id;
  }
  async function sendDocuments() {
    const sent = { idDocument: await aFile('id_document'), facePhoto: await aFile('face_photo') };
    const documents = await uploads.documents(userId, sent, clock.now);
    if (documents === 'scanning') throw new Error('Still scanning');
    await table.transact([profiles.save(attachDocuments(await member(), documents.found)), ...documents.attach]);
    return sent;
  }
  const night = async (days: number) => {
    clock.now += days * dayMs;
    return eraseFiles(table, clock.now, erasers);
  };
  return { ...backend, uploads, erasers, follow, stored, broken, userId, member, aFile, sendDocuments, night };
}
type House = Awaited<ReturnType<typeof aHouse>>;

export async function decide({ table, clock, member }: House, decision: 'approveProfile' | 'rejectProfile') {
  const s3 = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const deps = { table, now: () => clock.now, newId: randomUUID, files: openFiles(s3), privateBucket: 'private' };
  const resource = await member();
  const actor = { id: randomUUID(), profile: resource, isAdmin: true } as Actor;
  const call = { actor, resource, version: resource.version, body: { reason: 'Illisible' } };
  const { writes } = await adminHandlers(deps)[decision](call as never);
  await table.transact(writes);
}
