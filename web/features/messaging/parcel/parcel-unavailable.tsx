import { Link } from 'react-router-dom';
import { messagingWords } from '#shared/messaging/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { paths } from '#shared/site/paths.ts';
import { draftNameOf, moveDraft } from '#web/features/messaging/thread/message-draft.ts';
import { useKeptText } from '#web/forms/use-kept-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/ui/pictures/drawing.tsx';

interface ParcelUnavailableProps {
  memberId: string;
  userId: string;
  parcelId: string | undefined;
}

/** The member is there, the parcel is not (any more): what was typed goes along into the conversation without it. */
export function ParcelUnavailable({ memberId, userId, parcelId }: ParcelUnavailableProps) {
  const draft = draftNameOf(memberId, userId, parcelId);
  const { text } = useKeptText(draft);
  return (
    <div className="message-page empty-state">
      <Drawing name="lost" />
      <h1 tabIndex={-1}>{messagingWords.parcelFailed}</h1>
      <p>{new Refusal('PARCEL_UNAVAILABLE').sentence.detail}</p>
      {text && <p>Votre texte est conservé : vous le retrouverez dans la conversation avec ce membre.</p>}
      <div className="cluster">
        <Button
          as={Link}
          variant="primary"
          to={paths.conversation(userId)}
          onClick={() => moveDraft(draft, draftNameOf(memberId, userId, undefined))}
        >
          Écrire à ce membre
        </Button>
        <Button as={Link} to={paths.findParcels}>
          Rechercher des colis
        </Button>
      </div>
    </div>
  );
}
