import { Link } from 'react-router-dom';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { shortDay } from '#shared/values/time.ts';
import { draftNameOf, moveDraft } from '#web/features/messaging/thread/message-draft.ts';
import { useListedParcels } from '#web/features/parcels/use-own-parcels.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

interface OwnParcelsProps {
  memberId: string;
  userId: string;
  onChosen: () => void;
}

export function OwnParcels({ memberId, userId, onChosen }: OwnParcelsProps) {
  const { parcels, ...list } = useListedParcels();
  if (list.error && !parcels)
    return <LoadFailed title={messagingWords.parcelFailed} error={list.error} onRetry={list.retry} />;
  if (!parcels)
    return (
      <Loading>
        <Skeleton height="8rem" />
      </Loading>
    );
  const draft = draftNameOf(memberId, userId, undefined);
  return (
    <div className="stack">
      {parcels.length === 0 && !list.more.hasMore ? (
        <>
          <p>
            Aucun de vos colis n'est en ligne en ce moment : publiez-en un, il pourra être choisi après sa validation.
          </p>
          <p>
            <Button as={Link} variant="primary" to={paths.sendParcel}>
              Publier un colis
            </Button>
          </p>
        </>
      ) : (
        <ul className="stack stack--tight choose-parcel">
          {parcels.map(({ id, title, pickup, delivery, deadline }) => (
            <li key={id}>
              <Link
                className="choose-parcel__link"
                to={paths.conversation(userId, id)}
                onClick={() => {
                  moveDraft(draft, draftNameOf(memberId, userId, id));
                  onChosen();
                }}
              >
                <strong>
                  <bdi>{title}</bdi>
                </strong>
                <span className="small muted">
                  <bdi translate="no">{pickup.city}</bdi> → <bdi translate="no">{delivery.city}</bdi> · avant le{' '}
                  {shortDay(deadline)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...list.more} />
    </div>
  );
}
