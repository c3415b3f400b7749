import * as z from 'zod/mini';
import { DocumentUpload, SignUpUpload } from '../accounts/contract.ts';
import { ProofStage } from '../deliveries/contract.ts';
import { routes } from '../route.ts';
import { fileFields, Upload } from '../values/files.ts';

/** 20 upload targets in an hour for each member, for all kinds together. A sign-up ticket counts for its member too. */
export const uploadsInAnHour = { by: 'member', count: 20, seconds: 3600, shared: 'uploads' } as const;
const limits = [uploadsInAnHour] as const;

/** Step one of every upload. It is a separate slice, because only its role may write into quarantine. */
export const uploadRoutes = routes({
  requestSignUpUpload: {
    method: 'POST',
    path: '/auth/sign-up/uploads',
    access: 'anyone',
    body: SignUpUpload,
    // Two documents for each account, with one retry: `madeFromAddress`.
    limits: [{ by: 'address', count: 240, seconds: 3600 }],
    reply: Upload,
  },
  requestDocumentUpload: {
    method: 'POST',
    path: '/me/documents/uploads',
    access: 'member',
    body: DocumentUpload,
    limits,
    reply: Upload,
  },
  requestAvatarUpload: {
    method: 'POST',
    path: '/me/avatar/uploads',
    access: 'member',
    body: z.strictObject(fileFields),
    limits,
    reply: Upload,
  },
  requestAdvertisementUpload: {
    method: 'POST',
    path: '/admin/advertisements/uploads',
    access: 'admin',
    body: z.strictObject(fileFields),
    limits,
    reply: Upload,
  },
  requestParcelUpload: {
    method: 'POST',
    path: '/parcels/uploads',
    access: 'member',
    trust: { profile: 'notRejected', subscription: true },
    body: z.strictObject(fileFields),
    limits,
    reply: Upload,
  },
  /** Paying is always possible, so there is no requirement on the member's profile. */
  requestReceiptUpload: {
    method: 'POST',
    path: '/me/receipts/uploads',
    access: 'member',
    body: z.strictObject(fileFields),
    limits,
    reply: Upload,
  },
  requestProofUpload: {
    method: 'POST',
    path: '/parcels/{parcelId}/proofs/uploads',
    access: { party: 'parcelParticipant', of: 'parcelId' },
    body: z.strictObject({ stage: ProofStage, ...fileFields }),
    limits,
    reply: Upload,
  },
});
