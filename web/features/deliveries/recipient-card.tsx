import { MessageCircle, Share2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { calledName } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { isAwaitedIn, sectionOf } from '#shared/situation/stages.ts';
import type { Card } from '#shared/values/fields.ts';
import { addToDraft, draftNameOf } from '#web/features/messaging/thread/message-draft.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { Button } from '#web/ui/button.tsx';

const shared = {
  title: 'Suivi de colis',
  message: 'Suivez ici le colis que je vous envoie :',
  arabic: 'لمتابعة الطرد الذي أرسلته إليك:',
} as const;

const draft = 'Le colis est pour … (nom), au … (téléphone), à … (adresse).';

interface RecipientCardProps {
  parcel: Parcel;
  situation: Situation;
  memberId: string;
  other: Card | undefined;
  /** The secret of the link, which the owner alone has, while it opens. */
  link: string;
}

/** The owner's ways to the recipient, about whom nothing is stored (rules 161 and 162). */
export function RecipientCard({ parcel, situation, memberId, other, link }: RecipientCardProps) {
  const { share, dialog } = useShare();
  return (
    <section className="card stack" aria-labelledby="recipient">
      <h2 id="recipient">La personne qui reçoit le colis</h2>
      <p>
        Elle suit le colis sans compte, en français ou en arabe. Qui a le lien voit les étapes, les villes et vos deux
        prénoms.{sectionOf(situation) === 'over' && " Le lien s'arrête 30 jours après la fin."}
      </p>
      <div className="cluster">
        <Button onClick={() => share({ ...shared, path: paths.followed(link) })}>
          <Share2 size={20} aria-hidden="true" /> Envoyer le lien de suivi
        </Button>
        {isAwaitedIn(situation.stage) && other && !other.unavailable && (
          <Button
            as={Link}
            to={paths.conversation(other.id, parcel.id)}
            onClick={() => addToDraft(draftNameOf(memberId, other.id, parcel.id), draft)}
          >
            <MessageCircle size={20} aria-hidden="true" />
            <span>
              Dire à <bdi translate="no">{calledName(other)}</bdi> qui reçoit le colis
            </span>
          </Button>
        )}
      </div>
      {dialog}
    </section>
  );
}
