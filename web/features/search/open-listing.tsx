import { Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths, type TripWish } from '#shared/site/paths.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** Lazy, because only members open a listing. */
const ParcelDialog = lazyPart(() => import('#web/features/search/parcel-dialog.tsx').then((file) => file.ParcelDialog));
const TripDialog = lazyPart(() => import('#web/features/search/trip-dialog.tsx').then((file) => file.TripDialog));

/** The parcel or trip named in the address, for members; a visitor signs in and comes back to it. */
export function OpenListing() {
  const { status } = useSession();
  const { pathname, search, state } = useLocation();
  const [params, setParams] = usePageQuery(paths.findParcels);
  const navigate = useNavigate();
  const parcelId = params.get('parcel');
  const tripId = params.get('trip');
  if ((!parcelId && !tripId) || status === 'loading') return null;
  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;

  const close = () => {
    // Opened from the list: closing goes back, so that the history has no closed dialog.
    if (isFromList(state)) return void navigate(-1);
    return setParams(
      (current) => {
        current.delete('parcel');
        current.delete('trip');
        current.delete('wish');
        return current;
      },
      { replace: true },
    );
  };
  return (
    <Suspense fallback={null}>
      {parcelId ? (
        <ParcelDialog key={parcelId} parcelId={parcelId} onClose={close} />
      ) : (
        tripId && <TripDialog key={tripId} tripId={tripId} wish={wishIn(params.get('wish'))} onClose={close} />
      )}
    </Suspense>
  );
}

const wishes: readonly TripWish[] = ['contact', 'profile'];
const wishIn = (text: string | null) => wishes.find((wish) => wish === text);

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'fromList' in state;
