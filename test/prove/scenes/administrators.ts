import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { bankRepository } from '#functions/banks/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { codeOf, hashOf, newKey } from '#functions/second-factor/codes.ts';
import { advertisementRepository } from '#functions/site/advertisements.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import type { AdvertisementRecord } from '#shared/site/rules.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { provenSession } from '#test/support/proven-session.ts';
import { proven, type Scene, type Scenes, type World } from './scene.ts';
import { password } from './seeds.ts';

type Judging = 'approveProfile' | 'rejectProfile' | 'approveName' | 'refuseName' | 'blockProfile' | 'unblockProfile';

/** A decision of an administrator about a member. */
const judging =
  (action: Judging, status: 'pending' | 'approved' | 'blocked', { isNamed = false } = {}) =>
  async ({ seed, admin }: World): Promise<Scene> => {
    const id = await seed.user(`u${randomUUID()}@example.org`);
    const idDocument = status === 'pending' ? await seed.document('id_document', id) : undefined;
    const newName = isNamed
      ? { firstName: 'Amel', lastName: 'Cherif', at: seed.at(), idDocument: await seed.document('id_document', id) }
      : undefined;
    const profile = await seed.member({
      id,
      status,
      ...(idDocument ? { idDocument, documentsVersion: 1 } : {}),
      ...(newName ? { newName } : {}),
    });
    const body = (sampleBodies as Record<string, object | undefined>)[action];
    return {
      by: admin.id,
      request: proven({ params: { userId: id }, version: profile.version, ...(body ? { body } : {}) }),
      logged: { action, target: id },
    };
  };

const judgingParcel =
  (action: 'approveParcel' | 'rejectParcel' | 'deleteParcel') =>
  async ({ seed, admin }: World): Promise<Scene> => {
    const owner = await seed.member();
    const { id: uploadId, key } = await seed.file('parcel_file', owner.id, { state: 'attached' });
    const adminStatus = action === 'deleteParcel' ? 'approved' : 'pending';
    const file = { uploadId, key, contentType: 'image/jpeg' } as const;
    const { id, version } = await seed.parcel(owner, { adminStatus, file });
    const body = sampleBodies[action];
    return {
      by: admin.id,
      request: proven({ params: { parcelId: id }, version, ...(body ? { body } : {}) }),
      logged: { action, target: id },
    };
  };

const judgingTrip =
  (action: 'approveTrip' | 'rejectTrip' | 'deleteTrip') =>
  async ({ seed, admin }: World): Promise<Scene> => {
    const { id, version } = await seed.trip(await seed.member(), { adminStatus: 'pending' });
    const body = sampleBodies[action];
    return {
      by: admin.id,
      request: proven({ params: { tripId: id }, version, ...(body ? { body } : {}) }),
      logged: { action, target: id },
    };
  };

const judgingReceipt =
  (action: 'approveReceipt' | 'rejectReceipt') =>
  async ({ seed, admin }: World): Promise<Scene> => {
    const { record } = await seed.receipt(await seed.member());
    const body = sampleBodies[action];
    return {
      by: admin.id,
      request: proven({ params: { receiptId: record.id }, version: record.version, ...(body ? { body } : {}) }),
      logged: { action, target: record.id },
    };
  };

async function advertised({ product: { table }, seed, admin }: World): Promise<AdvertisementRecord> {
  const { key: imageKey } = await seed.file('advertisement_picture', admin.id, { state: 'attached' });
  const record: AdvertisementRecord = {
    id: randomUUID(),
    title: 'Cartons',
    position: 'home',
    priority: 1,
    isActive: true,
    imageKey,
    createdBy: admin.id,
    createdAt: seed.at(),
    version: 1,
  };
  await table.transact(advertisementRepository(table).add(record));
  return record;
}

/** A bank account beside no other: there may be few. */
async function banked({ product: { table }, root }: World) {
  const banks = bankRepository(table);
  for (const old of await banks.all({ consistent: true })) await table.transact([banks.remove(old)]);
  const record = {
    id: randomUUID(),
    bankName: 'Banque de la rive',
    iban: 'FR7630006000011234567890189',
    accountHolder: 'La Traversée',
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    updatedBy: root.id,
    version: 1,
  };
  await table.transact([banks.add(record as Parameters<typeof banks.add>[0])]);
  return record;
}

/** An administrator whom the root administrator can change; earlier ones leave, because there may be few. */
async function another({ product: { table }, seed, admin, root }: World, status: 'active' | 'inactive') {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :all',
    ExpressionAttributeValues: { ':all': keys.administrator('').pk },
    ConsistentRead: true,
  });
  for (const { pk, sk } of items)
    if (sk !== admin.id && sk !== root.id)
      await table.documents.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  const one = await seed.administrator(false);
  await seed.put({
    ...keys.administrator(one.id),
    kind: 'administrator',
    status,
    rootAdmin: false,
    email: one.email,
    createdAt: seed.at(),
  });
  return one;
}

const changing =
  (action: 'deactivateAdministrator' | 'reactivateAdministrator' | 'deleteAdministrator') =>
  async (world: World): Promise<Scene> => {
    const { id } = await another(world, action === 'deactivateAdministrator' ? 'active' : 'inactive');
    return {
      by: world.root.id,
      request: proven({ params: { administratorId: id } }),
      logged: { action, target: id },
    };
  };

const recoveryCode = 'ABCD-EFGH-JKLM-NPQR';
/** An administrator with a second factor, or one whose set-up has begun; and the present code of it. */
async function factored({ product: { cipher, now }, seed }: World, isBegun = false) {
  const { id } = await seed.administrator(false);
  const key = newKey();
  const sealed = await cipher.seal(id, key);
  const state = { revision: 'first', recovery: isBegun ? [] : [hashOf(id, recoveryCode)], wrongAt: [] };
  await seed.put({
    ...keys.secondFactor(id),
    kind: 'secondFactor',
    ...state,
    ...(isBegun ? { begun: { key: sealed, until: now() + 600_000 } } : { key: sealed }),
  });
  return { id, code: codeOf(key, Math.floor(now() / stepMs)) };
}

/** Acts of administrators. */
export const administratorScenes: Scenes = {
  approveProfile: judging('approveProfile', 'pending'),
  rejectProfile: judging('rejectProfile', 'pending'),
  blockProfile: judging('blockProfile', 'approved'),
  unblockProfile: judging('unblockProfile', 'blocked'),
  approveName: judging('approveName', 'approved', { isNamed: true }),
  refuseName: judging('refuseName', 'approved', { isNamed: true }),
  deleteProfile: async ({ seed, root }) => {
    const { id, version } = await seed.memberWithUser();
    return {
      by: root.id,
      request: proven({ params: { userId: id }, version, body: sampleBodies.deleteProfile }),
      logged: { action: 'deleteProfile', target: id },
    };
  },
  approveParcel: judgingParcel('approveParcel'),
  rejectParcel: judgingParcel('rejectParcel'),
  deleteParcel: judgingParcel('deleteParcel'),
  overrideParcel: async ({ seed, root }) => {
    const [owner, carrier] = [await seed.member(), await seed.member()];
    const { id, version } = await seed.parcel(owner, { status: 'in_transit' }, carrier);
    return {
      by: root.id,
      request: proven({ params: { parcelId: id }, version, body: sampleBodies.overrideParcel }),
      logged: { action: 'overrideParcel', target: id },
    };
  },
  approveTrip: judgingTrip('approveTrip'),
  rejectTrip: judgingTrip('rejectTrip'),
  deleteTrip: judgingTrip('deleteTrip'),
  approveReceipt: judgingReceipt('approveReceipt'),
  rejectReceipt: judgingReceipt('rejectReceipt'),
  payBackReceipt: async ({ seed, admin }) => {
    const { record } = await seed.contract(await seed.member());
    return {
      by: admin.id,
      request: proven({ params: { receiptId: record.id }, version: record.version }),
      logged: { action: 'payBackReceipt', target: record.id },
    };
  },
  createBank: async (world) => {
    await banked(world);
    return { by: world.root.id, request: proven({ body: sampleBodies.createBank }) };
  },
  updateBank: async (world) => {
    const { id: bankId, version } = await banked(world);
    return {
      by: world.root.id,
      request: proven({ params: { bankId }, version, body: sampleBodies.updateBank }),
      done: ['STALE'],
      logged: { action: 'updateBank', target: bankId },
    };
  },
  deleteBank: async (world) => {
    const { id: bankId, version } = await banked(world);
    return {
      by: world.root.id,
      request: proven({ params: { bankId }, version }),
      done: ['NOT_FOUND'],
      logged: { action: 'deleteBank', target: bankId },
    };
  },
  createAdvertisement: async ({ seed, admin }) => {
    const { id: uploadId } = await seed.file('advertisement_picture', admin.id);
    return { by: admin.id, request: proven({ body: { ...sampleBodies.createAdvertisement, uploadId } }) };
  },
  updateAdvertisement: async (world) => {
    const { id, version } = await advertised(world);
    return {
      by: world.admin.id,
      request: proven({ params: { advertisementId: id }, version, body: sampleBodies.updateAdvertisement }),
      logged: { action: 'updateAdvertisement', target: id },
    };
  },
  setAdvertisementActive: async (world) => {
    const { id, version } = await advertised(world);
    return {
      by: world.admin.id,
      request: proven({ params: { advertisementId: id }, version, body: sampleBodies.setAdvertisementActive }),
      done: ['STALE'],
      logged: { action: 'deactivateAdvertisement', target: id },
    };
  },
  deleteAdvertisement: async (world) => {
    const { id, version } = await advertised(world);
    return {
      by: world.admin.id,
      request: proven({ params: { advertisementId: id }, version }),
      done: ['NOT_FOUND'],
      logged: { action: 'deleteAdvertisement', target: id },
    };
  },
  requestAdvertisementUpload: async ({ admin }) => ({
    by: admin.id,
    request: proven({ body: sampleBodies.requestAdvertisementUpload }),
  }),
  addAdministrator: async (world) => {
    await another(world, 'inactive');
    const { id, email } = await world.seed.memberWithUser();
    return {
      by: world.root.id,
      request: proven({ body: { email } }),
      logged: { action: 'addAdministrator', target: id },
    };
  },
  deactivateAdministrator: changing('deactivateAdministrator'),
  reactivateAdministrator: changing('reactivateAdministrator'),
  deleteAdministrator: changing('deleteAdministrator'),
  beginSecondFactor: async ({ seed }) => ({
    by: (await seed.administrator(false)).id,
    request: proven({ body: { password } }),
  }),
  finishSecondFactor: async (world) => {
    const { id, code } = await factored(world, true);
    return { by: id, request: { asAdminIn: provenSession, body: { code } } };
  },
  proveSecondFactor: async (world) => {
    const { id, code } = await factored(world);
    return { by: id, request: { asAdminIn: 'another-session', body: { code } } };
  },
  useRecoveryCode: async (world) => {
    const { id } = await factored(world);
    return {
      by: id,
      request: { asAdminIn: 'another-session', body: { code: recoveryCode } },
      logged: { action: 'useRecoveryCode', target: id },
    };
  },
  renewRecoveryCodes: async (world) => {
    const { id } = await factored(world);
    return { by: id, request: proven() };
  },
  resetSecondFactor: async (world) => {
    const { id } = await another(world, 'active');
    await world.seed.put({
      ...keys.secondFactor(id),
      kind: 'secondFactor',
      revision: 'first',
      recovery: [],
      wrongAt: [],
    });
    return {
      by: world.root.id,
      request: proven({ params: { administratorId: id } }),
      logged: { action: 'resetSecondFactor', target: id },
    };
  },
};
