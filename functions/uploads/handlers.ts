import { ticketHolder } from '#functions/accounts/sign-up-documents.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import { countCall, oneByOne } from '#functions/platform/http/rate-limit.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { requireTicketNeeded } from '#shared/accounts/rules.ts';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { openProofStages, proofLimit } from '#shared/deliveries/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { type uploadRoutes, uploadsInAnHour } from '#shared/uploads/contract.ts';
import { type ContentType, fileProblem, fileProblemTitle, type Upload, type UploadKind } from '#shared/values/files.ts';
import { inForm } from '#shared/values/typed/characters.ts';
import { quarantineKey } from './file-keys.ts';
import { uploadRepository } from './repository.ts';

export interface UploadDeps extends Deps {
  readonly files: Files;
  readonly quarantine: string;
}

interface FileFacts {
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** Limits of a member's unused files; they are erased after a day (decision 019). */
const waitingFiles = 100;
const waitingBytes = 200 * 1024 * 1024;

/** The name of a member's file for lists: visible characters on one line, at most 100. */
const shownFileName = (name: string) =>
  Array.from(inForm('NFC', name).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, 100)
    .join('')
    .trim() || undefined;

/** Step one of every upload: an upload target in quarantine for exactly the described file. */
export function uploadHandlers(deps: UploadDeps): Handlers<typeof uploadRoutes> {
  const uploads = uploadRepository(deps.table);
  const deliveries = deliveryRepository(deps.table);

  /** One of concurrent calls passes, where as many as the hourly limit allows could pass the cap together. */
  async function roomFor(ownerId: string, size: number): Promise<Write[]> {
    const isPast = async (files: number) => {
      const waiting = await uploads.waiting(ownerId);
      return waiting.files + files > waitingFiles || waiting.bytes + files * size > waitingBytes;
    };
    if (!(await isPast(uploadsInAnHour.count))) return [];
    const turn = await oneByOne(deps.table, 'uploads', ownerId, deps.now());
    if (await isPast(1))
      throw new Refusal('LIMIT', {
        title: 'Limite atteinte',
        detail:
          "Trop de fichiers envoyés n'ont pas encore servi (100 fichiers ou 200 Mo au maximum). Réessayez demain.",
      });
    return [turn];
  }

  async function open(
    kind: UploadKind,
    ownerId: string,
    file: FileFacts,
    about: { target?: string; stage?: ProofStage; fileName?: string | undefined } = {},
  ): Promise<Outcome<Upload>> {
    const problem = fileProblem(kind, { type: file.contentType, size: file.size });
    if (problem) {
      throw new Refusal('FILE_REFUSED', { title: fileProblemTitle(kind, file), detail: problem });
    }
    const turn = await roomFor(ownerId, file.size);
    const now = deps.now();
    const id = deps.newId();
    const { contentType, size, sha256 } = file;
    const target = await deps.files.uploadTarget(deps.quarantine, quarantineKey(kind, ownerId, id), file, now);
    // `fileProblem` accepts only the types of this kind.
    const issued = uploads.issue(
      { id, kind, ownerId, contentType: contentType as ContentType, size, sha256, ...about },
      now,
    );
    return commit({ uploadId: id, ...target }, [...turn, issued], () => open(kind, ownerId, file, about));
  }

  return {
    requestSignUpUpload: async ({ body }) => {
      const holder = await ticketHolder(deps, body.ticket);
      await countCall(deps.table, uploadsInAnHour.shared, holder.id, uploadsInAnHour, deps.now());
      requireTicketNeeded(holder);
      return open(body.kind, holder.id, body);
    },

    requestDocumentUpload: async ({ actor, body }) => {
      // A new name also comes with an identity document.
      if (actor.profile.status === 'approved' && body.kind !== 'id_document') throw new Refusal('ALREADY_VERIFIED');
      return open(body.kind, actor.id, body);
    },

    requestAdvertisementUpload: ({ actor, body }) => open('advertisement_picture', actor.id, body),
    requestParcelUpload: ({ actor, body }) =>
      open('parcel_file', actor.id, body, { fileName: shownFileName(body.fileName) }),

    requestReceiptUpload: ({ actor, body }) =>
      open('receipt_file', actor.id, body, { fileName: shownFileName(body.fileName) ?? 'Justificatif' }),
    requestAvatarUpload: ({ actor, body }) => open('avatar', actor.id, body),

    requestProofUpload: async ({ actor, body, resource }) => {
      const { stage, ...file } = body;
      if (!openProofStages(resource).includes(stage)) throw new Refusal('STATE_CHANGED');
      if ((await deliveries.proofCount(resource, stage, actor.id)) >= proofLimit)
        throw new Refusal('LIMIT', { title: 'Limite atteinte', detail: `${proofLimit} photos au maximum par étape.` });
      return open('proof', actor.id, file, { target: resource.id, stage });
    },
  };
}
