import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import { uploadKinds } from '#shared/values/files.ts';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { failedAs } from '#web/forms/confirming/failure.ts';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import type { FileProblem } from '#web/forms/files/prepare-file.ts';
import { usePreparing } from '#web/forms/files/use-preparing.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { sendFile } from '#web/lib/api/upload.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import '#web/forms/files/file-field.css';

/** The sentences about type and size are the titles of this field (product 1.5), with the advice below. */
const adviceOf = ({ title, sentence }: FileProblem) =>
  sentence === title ? 'Choisissez une image JPG, PNG, GIF ou WebP, 5 Mo au maximum.' : sentence;

/**
 * The member's own picture: chosen, cut to a square, sent and checked. The old one stays until the new one is accepted.
 */
export function OwnAvatar({ me }: { me: Me }) {
  const { isSending, picture, progress, choose, remove } = useAvatarSending(me);
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
      {isSending && <progress value={progress} max={1} aria-label="Envoi de votre photo" />}
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

/** Sends and deletes the member's picture. `picture` is the new one until the old one is replaced. */
function useAvatarSending(me: Me) {
  const { show } = useOwnAccount(me);
  const { refresh } = useSession();
  const [progress, setProgress] = useState(0);
  const { prepare } = usePreparing('avatar');

  const sending = useMutation({
    mutationFn: async (picture: File) => {
      setProgress(0);
      const uploadId = await sendFile(picture, (about) => uploadsApi.requestAvatarUpload({ body: about }), setProgress);
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

  const picture = sending.isPending ? sending.variables : undefined;
  return { isSending: sending.isPending, picture, progress, choose, remove };
}
