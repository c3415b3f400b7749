import { randomUUID } from 'node:crypto';
import { alertItem } from '#functions/alerts/repository.ts';
import { blockRepository } from '#functions/friends/blocks.ts';
import { mail, noticeIdOf } from '#functions/mail/outbox.ts';
import { pushDeviceItems } from '#functions/notices/push-devices.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { aDevice, anAlert, aReviewRecord } from '#test/support/factories.ts';
import { proven, type Scene, type Scenes, type World } from './scene.ts';

/** A review that somebody wrote about somebody. */
async function reviewed({ seed }: World) {
  const [author, target] = [await seed.member(), await seed.member()];
  const review = aReviewRecord({ targetId: target.id, reviewerId: author.id });
  await seed.put(reviewItem(review));
  return { author, target, review, params: { reviewId: reviewIdOf(review) } };
}

/** A member with an alert. */
async function withAlert({ seed }: World) {
  const { id: by } = await seed.member();
  const alert = anAlert({ id: randomUUID() });
  await seed.put(alertItem(by, alert));
  return { by, params: { alertId: alert.id } };
}

const announcing =
  (row: 'requestDocumentUpload' | 'requestAvatarUpload' | 'requestParcelUpload' | 'requestReceiptUpload') =>
  async ({ seed }: World): Promise<Scene> => ({
    by: (await seed.member()).id,
    request: { body: sampleBodies[row] },
  });

/** Acts of members on their own profile and with each other. */
export const memberScenes: Scenes = {
  attachDocuments: async ({ seed }) => {
    const { id } = await seed.member({ status: 'pending' });
    const [idDocument, facePhoto] = [await seed.file('id_document', id), await seed.file('face_photo', id)];
    return { by: id, request: { body: { idDocument: idDocument.id, facePhoto: facePhoto.id } } };
  },
  updateMyProfile: async ({ seed }) => {
    const { id, firstName, lastName, version } = await seed.member();
    const body = { firstName, lastName, phone: '+33698765432' };
    return { by: id, request: { version, body }, done: ['STALE'] };
  },
  proposeName: async ({ seed }) => {
    const { id } = await seed.member();
    const { id: idDocument } = await seed.file('id_document', id);
    return { by: id, request: { body: { firstName: 'Amel', lastName: 'Cherif', idDocument } } };
  },
  withdrawName: async ({ seed }) => {
    const newName = { firstName: 'Amel', lastName: 'Cherif', at: seed.at() };
    return { by: (await seed.member({ newName })).id, request: {} };
  },
  updateMySettings: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { body: sampleBodies.updateMySettings },
  }),
  addPushDevice: async ({ seed }) => ({ by: (await seed.member()).id, request: { body: sampleBodies.addPushDevice } }),
  renewPushDevice: async ({ seed, product: { now } }) => {
    const { id } = await seed.member();
    const { old, p256dh } = sampleBodies.renewPushDevice as { old: { auth: string }; p256dh: string };
    const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`;
    const record = aDevice({ endpoint, p256dh, auth: old.auth, authTime: Math.floor(now() / 1000) });
    for (const item of pushDeviceItems(id, record)) await seed.put(item);
    return { by: '', request: { body: { ...sampleBodies.renewPushDevice, old: { ...old, endpoint } } } };
  },
  removePushDevice: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { params: { device: 'A'.repeat(43) } },
  }),
  setAvatar: async ({ seed }) => {
    const { id } = await seed.member();
    return { by: id, request: { body: { uploadId: (await seed.file('avatar', id)).id } } };
  },
  deleteAvatar: async ({ seed }) => {
    const { id, ...rest } = await seed.member();
    const { key: avatarKey } = await seed.file('avatar', id, { state: 'attached' });
    await seed.member({ ...rest, id, avatarKey });
    return { by: id, request: {} };
  },
  exportMyData: async ({ seed }) => ({ by: (await seed.member()).id, request: {} }),
  addFriend: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { params: { userId: (await seed.member()).id } },
  }),
  removeFriend: async ({ product: { table, now }, seed }) => {
    const [me, friend] = [await seed.member(), await seed.member()];
    const { friendRepository } = await import('#functions/friends/repository.ts');
    await table.transact(friendRepository(table).join(me.id, friend.id, now()));
    return { by: me.id, request: { params: { userId: friend.id } } };
  },
  blockMember: async ({ product: { table, now }, seed }) => {
    const [me, friend] = [await seed.member(), await seed.member()];
    const { friendRepository } = await import('#functions/friends/repository.ts');
    await table.transact(friendRepository(table).join(me.id, friend.id, now()));
    return { by: me.id, request: { params: { userId: friend.id } } };
  },
  unblockMember: async ({ product: { table, now }, seed }) => {
    const [me, other] = [await seed.member(), await seed.member()];
    await table.transact(blockRepository(table).block(me.id, other.id, now()));
    return { by: me.id, request: { params: { userId: other.id } } };
  },
  readNotices: async ({ seed, product: { table, now } }) => {
    const { id: memberId, firstName } = await seed.member();
    const stamp = { id: randomUUID(), now: now() };
    await table.transact([mail(table, 'profileApproved', { memberId }, { firstName }, stamp)]);
    const notice = noticeIdOf({ id: stamp.id, createdAt: new Date(stamp.now).toISOString() });
    return { by: memberId, request: { body: { ids: [notice] } } };
  },
  addAlert: async ({ seed }) => ({ by: (await seed.member()).id, request: { body: sampleBodies.addAlert } }),
  editAlert: async (world) => {
    const { by, params } = await withAlert(world);
    return { by, request: { params, body: { ...sampleBodies.editAlert, when: 'off' } } };
  },
  removeAlert: async (world) => {
    const { by, params } = await withAlert(world);
    return { by, request: { params } };
  },
  sendMessage: async ({ seed }) => {
    const [from, to] = [await seed.member(), await seed.member()];
    return { by: from.id, request: { body: { recipientId: to.id, content: 'Bonjour' } } };
  },
  markRead: async ({ seed }) => {
    const [from, to] = [await seed.member(), await seed.member()];
    await seed.conversation(from, to);
    return { by: to.id, request: { params: { userId: from.id }, body: { upToSeq: 1 } } };
  },
  leaveReview: async ({ seed }) => ({
    by: (await seed.member()).id,
    request: { params: { userId: (await seed.member()).id }, body: sampleBodies.leaveReview },
  }),
  editReview: async (world) => {
    const { author, params, review } = await reviewed(world);
    const request = { params, version: review.version, body: sampleBodies.editReview };
    return { by: author.id, request, done: ['STALE'] };
  },
  deleteReview: async (world) => {
    const { author, params, review } = await reviewed(world);
    return { by: author.id, request: { params, version: review.version }, done: ['NOT_FOUND'] };
  },
  removeReview: async (world) => {
    const { params, review } = await reviewed(world);
    return {
      by: world.admin.id,
      request: proven({ params, version: review.version, body: sampleBodies.removeReview }),
      logged: { action: 'removeReview', target: params.reviewId },
    };
  },
  sendReceipt: async ({ seed }) => {
    const { id } = await seed.member();
    const { id: uploadId } = await seed.file('receipt_file', id);
    return { by: id, request: { body: { ...sampleBodies.sendReceipt, paidOn: '2026-01-20', uploadId } } };
  },
  withdrawSubscription: async ({ seed }) => {
    const payer = await seed.member();
    const { record } = await seed.contract(payer);
    return { by: payer.id, request: { params: { receiptId: record.id } } };
  },
  requestDocumentUpload: announcing('requestDocumentUpload'),
  requestAvatarUpload: announcing('requestAvatarUpload'),
  requestParcelUpload: announcing('requestParcelUpload'),
  requestReceiptUpload: announcing('requestReceiptUpload'),
};
