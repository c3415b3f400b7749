import { randomUUID } from 'node:crypto';
import { linkToken } from '#functions/platform/derived.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { type Scenes, type World } from './scene.ts';
import { password } from './seeds.ts';

/** A sign-up whose address is not confirmed yet. */
const unconfirmed = ({ seed }: World, hasUser = true) =>
  (hasUser ? seed.memberWithUser : seed.member)({ status: 'pending', emailConfirmedAt: undefined });
const nobody = '';
const mailRefused = { since: '2026-11-20T10:00:00Z', why: 'bounce' } as const;

/** Accounts: most rows are called without a session. */
export const accountScenes: Scenes = {
  signUp: async () => ({
    by: nobody,
    request: { body: { ...sampleBodies.signUp, email: `s${randomUUID()}@example.org` } },
  }),
  requestSignUpUpload: async (world) => {
    const ticket = await world.seed.token('upload', await unconfirmed(world, false));
    return { by: nobody, request: { body: { ...sampleBodies.requestSignUpUpload, ticket } } };
  },
  attachSignUpDocuments: async (world) => {
    const profile = await unconfirmed(world, false);
    const ticket = await world.seed.token('upload', profile);
    const idDocument = await world.seed.file('id_document', profile.id);
    const facePhoto = await world.seed.file('face_photo', profile.id);
    return {
      by: nobody,
      request: { body: { ticket, idDocument: idDocument.id, facePhoto: facePhoto.id } },
    };
  },
  confirmEmail: async (world) => {
    const profile = await unconfirmed(world);
    const [token, proof] = [await world.seed.token('confirm', profile), await world.seed.token('proof', profile)];
    return { by: nobody, request: { body: { token, proof } } };
  },
  signUpByLink: async (world) => {
    const token = await world.seed.token('confirm', await unconfirmed(world));
    return { by: nobody, request: { body: { ...sampleBodies.signUpByLink, token } } };
  },
  resendConfirmation: async (world) => {
    const { email } = await unconfirmed(world, false);
    return { by: nobody, request: { body: { email } } };
  },
  forgotPassword: async ({ seed }) => ({
    by: nobody,
    request: { body: { email: (await seed.member()).email } },
  }),
  checkResetToken: async ({ seed }) => ({
    by: nobody,
    request: { body: { token: await seed.token('reset', await seed.member()) } },
  }),
  resetPassword: async ({ seed }) => {
    const token = await seed.token('reset', await seed.memberWithUser());
    return { by: nobody, request: { body: { token, password: 'Traversee-2027' } } };
  },
  stopMails: async ({ seed }) => ({
    by: nobody,
    request: { query: { token: linkToken('stop', (await seed.member()).id) } },
  }),
  changePassword: async ({ seed }) => ({
    by: (await seed.memberWithUser()).id,
    request: { body: { current: password, password: 'Traversee-2027' } },
    // The session that changed it ends with all others.
    done: ['SESSION_REVOKED'],
  }),
  correctEmail: async ({ seed }) => ({
    by: (await seed.memberWithUser({ mailRefused })).id,
    request: { body: { email: `c${randomUUID()}@example.org`, password } },
  }),
  confirmCorrectedEmail: async ({ seed }) => {
    const profile = await seed.memberWithUser({ mailRefused });
    const token = await seed.token('newEmail', { ...profile, email: `c${randomUUID()}@example.org` });
    return { by: profile.id, request: { body: { token } } };
  },
  signOutEverywhere: async ({ seed }) => ({
    by: (await seed.memberWithUser()).id,
    request: {},
    done: ['SESSION_REVOKED'],
  }),
  deleteMe: async ({ seed }) => ({
    by: (await seed.memberWithUser()).id,
    request: { body: { password } },
    done: ['SESSION_REVOKED', 'PROFILE_LEAVING'],
  }),
  cancelDeletion: async ({ product: { table, now }, seed }) => {
    const profile = await seed.member();
    const { deletionRepository } = await import('#functions/account-deletion/repository.ts');
    await table.transact(deletionRepository(table).schedule(profile, now(), 1));
    return { by: profile.id, request: {} };
  },
  issueSocketTicket: async ({ seed }) => ({ by: (await seed.member()).id, request: {} }),
  contactUs: async () => ({ by: nobody, request: { body: sampleBodies.contactUs } }),
};
