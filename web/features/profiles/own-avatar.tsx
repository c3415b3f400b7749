import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { uploadKinds } from '#shared/values/files.ts';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import type { FileProblem } from '#web/forms/files/prepare-file.ts';
import { usePreparing } from '#web/forms/files/use-preparing.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { type Announcement, type Sending, sendFile } from '#web/lib/api/upload.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SendingBar } from '#web/ui/progress/sending-bar.tsx';
import '#web/forms/field.css';

/** The sentences about type and size are the titles of this field (product 1.5), with the advice below. */
const adviceOf = ({ title, sentence }: FileProblem) =>
  sentence === title ? 'Choisissez une image JPG, PNG, GIF ou WebP, 5 Mo au maximum.' : sentence;

/**
 * The member's own picture: chosen, cut to a square, sent and checked. The old one stays until the new one is accepted.
 */
export function OwnAvatar({ me }: { me: Me }) {
  const { isSending, picture, progress, choose, failed, remove } = useAvatarSending(me);
  const [isOpen, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);

  const picker = (label: string) => (
    <input
      type="file"
      accept={uploadKinds.avatar.types.join(',')}
      aria-label={label}
      aria-disabled={isSending}
      onChange={({ target }) => {
        setOpen(false);
        void choose(target.files?.[0]);
        target.value = '';
      }}
    />
  );
  return (
    <div className="own-avatar">
      <div className="own-avatar__frame">
        {picture ? (
          <LocalImage file={picture} alt="Aperçu de votre nouvelle photo" width={96} height={96} />
        ) : (
          <Avatar member={me} size="lg" />
        )}
        {me.avatarUrl ? (
          <button
            type="button"
            className="icon-button own-avatar__badge"
            aria-label="Modifier ma photo de profil"
            onClick={() => setOpen(true)}
          >
            <Camera size={20} aria-hidden="true" />
          </button>
        ) : (
          <span className="icon-button own-avatar__badge file-field__choose">
            <Camera size={20} aria-hidden="true" />
            {picker('Ajouter une photo de profil')}
          </span>
        )}
      </div>
      {isSending && progress && <SendingBar sending={progress} label="Envoi de votre photo" />}
      {failed && <NotSent {...failed} />}
      <output className="visually-hidden">{isSending && 'Envoi de votre photo…'}</output>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Votre photo de profil" size="small">
        <div className="stack">
          <Button as="span" variant="primary" className="file-field__choose">
            <span aria-hidden="true">Choisir une autre photo</span>
            {picker('Changer ma photo de profil')}
          </Button>
          <Button
            aria-label="Supprimer ma photo de profil"
            onClick={() => {
              setOpen(false);
              setAsking(true);
            }}
          >
            Supprimer
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        title="Supprimer votre photo de profil ?"
        confirm="Supprimer la photo"
        destructive
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>Vos initiales la remplacent.</p>
      </ConfirmDialog>
    </div>
  );
}

const NotSent = ({ retry, forget }: { retry: () => void; forget: () => void }) => (
  <div className="cluster">
    <Button size="small" onClick={retry}>
      Réessayer
    </Button>
    <Button variant="link" size="small" onClick={forget}>
      Garder l'ancienne photo
    </Button>
  </div>
);

/**
 * Sends and deletes the member's picture. `picture` is the new one until the old one is replaced. After a failure it
 * stays for another try (`failed`), unless the server has refused it.
 */
function useAvatarSending(me: Me) {
  const { show } = useOwnAccount(me);
  const { refresh } = useSession();
  const [progress, setProgress] = useState<Sending>();
  const sent = useRef(new WeakMap<File, string>());
  const { prepare } = usePreparing('avatar');

  const sending = useMutation({
    mutationFn: async (picture: File) => {
      const request = (body: Announcement) => uploadsApi.requestAvatarUpload({ body });
      const uploadId = sent.current.get(picture) ?? (await sendFile(picture, request, setProgress));
      sent.current.set(picture, uploadId);
      return untilScanned(() => profilesApi.setAvatar({ body: { uploadId } }));
    },
    onSuccess: (changed) => {
      show(changed);
      toast.success('Photo de profil mise à jour');
    },
    onError: (error) => toast.failed('Photo non enregistrée', error),
  });
  const remove = async () => {
    await profilesApi.deleteAvatar().catch(failedAs('Photo non supprimée'));
    toast.success('Photo de profil supprimée');
    await refresh();
  };

  const choose = async (chosen: File | undefined) => {
    const prepared = chosen && !sending.isPending && (await prepare(chosen));
    if (!prepared) return;
    if ('file' in prepared) sending.mutate(prepared.file);
    else toast.error(prepared.problem.title, adviceOf(prepared.problem));
  };

  const { isPending, isError, variables, error, mutate, reset } = sending;
  const stays = isError && asProblem(error).code !== 'FILE_REFUSED';
  const failed = stays && variables ? { retry: () => mutate(variables), forget: reset } : undefined;
  return {
    isSending: isPending,
    picture: isPending || stays ? variables : undefined,
    progress,
    choose,
    failed,
    remove,
  };
}
