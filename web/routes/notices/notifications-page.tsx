import { BellRing, MessageCircle, Package, User } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { NoticeGroup } from '#shared/notices/choices.ts';
import type { Notice } from '#shared/notices/contract.ts';
import { contestLabel } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { agoText } from '#shared/values/ago.ts';
import { useNotices, useReadNotices } from '#web/features/notices/api.ts';
import { DeviceOffer } from '#web/features/notices/devices/device-offer.tsx';
import { closeShown } from '#web/features/notices/devices/own-device.ts';
import { shortDayOf } from '#web/lib/moments.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton, SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/routes/notices/notices.css';

/** `/notifications` (product 2.2): what was mailed to the member. `?open=` leads on to the thing of one notice. */
export function NotificationsPage() {
  const { pages, error, updatedAt, shownAt, retry, more } = useNotices();
  const notices = pages?.flatMap(({ items }) => items);
  const isLeading = useOpened(notices, { ...more, hasFailed: error !== null });
  const { me } = useSession();
  const newest = notices?.[0];
  useEffect(() => void closeShown().catch(() => undefined), []);
  const hasUnread = (me?.unreadNotices ?? 0) > 0 || notices?.some(({ isRead }) => !isRead);
  return (
    <div className="container page stack notices-page">
      <h1>Notifications</h1>
      <div className="cluster notices-page__acts">
        {newest && hasUnread && <ReadAll upTo={newest.id} />}
        <Link className="lone-link" to={withQuery(paths.profile, { tab: 'settings' })}>
          Choisir ce que je reçois
        </Link>
      </div>
      {me && !isLeading && <DeviceOffer memberId={me.id} />}
      <LoadState title="Impossible de charger vos notifications" at={shownAt} error={error} onRetry={retry} />
      {(!notices && !error) || isLeading ? <NoticeSkeletons /> : null}
      {notices?.length === 0 && !isLeading && (
        <EmptyState
          title="Rien de nouveau"
          action={
            <Button as={Link} variant="primary" to={paths.findParcels}>
              Créer une alerte
            </Button>
          }
        >
          <p>Vos livraisons, vos annonces et vos alertes apparaissent ici pendant 30 jours.</p>
        </EmptyState>
      )}
      {notices && notices.length > 0 && !isLeading && <NoticeList notices={notices} readAt={updatedAt} />}
      {!isLeading && <MoreButton {...more} />}
    </div>
  );
}

/**
 * Leads on to the thing of the notice in the query, and reads further pages until they are as old. Of one that is gone
 * the list remains.
 */
function useOpened(
  notices: readonly Notice[] | undefined,
  { hasMore, busy, hasFailed, onMore }: ReturnType<typeof useNotices>['more'] & { hasFailed: boolean },
): boolean {
  const [query] = usePageQuery(paths.notifications);
  const navigate = useNavigate();
  const { mutate } = useReadNotices();
  const wanted = query.get('open');
  const { id, path } = notices?.find((notice) => notice.id === wanted) ?? {};
  useEffect(() => {
    if (id === undefined || path === undefined) return;
    mutate({ ids: [id] });
    void navigate(path, { replace: true });
  }, [id, path, mutate, navigate]);
  // Ids begin with their time.
  const isOlder = wanted !== null && wanted < (notices?.at(-1)?.id ?? '');
  useEffect(() => {
    if (isOlder && hasMore && !busy && !hasFailed) onMore();
  });
  return id !== undefined || (isOlder && busy);
}

function ReadAll({ upTo }: { upTo: string }) {
  const reading = useReadNotices();
  const online = useOnline();
  if (!online) return <p className="muted">Pas de connexion</p>;
  return (
    <SubmitButton type="button" variant="default" busy={reading.isPending} onClick={() => reading.mutate({ upTo })}>
      Tout marquer comme lu
    </SubmitButton>
  );
}

function NoticeSkeletons() {
  return (
    <Loading>
      <div className="stack">
        {Array.from({ length: 5 }, (_, row) => (
          <Skeleton key={row} height="3.5rem" />
        ))}
      </div>
    </Loading>
  );
}

const icons: Readonly<Record<NoticeGroup, typeof Package>> = {
  deliveries: Package,
  messages: MessageCircle,
  account: User,
  alerts: BellRing,
};

/** Each row leads to the thing that it is about. `readAt`: when the list was read; milliseconds. */
function NoticeList({ notices, readAt }: { notices: readonly Notice[]; readAt: number }) {
  const reading = useReadNotices();
  return (
    <ul className="notices">
      {notices.map((notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          readAt={readAt}
          onOpen={() => reading.mutate({ ids: [notice.id] })}
        />
      ))}
    </ul>
  );
}

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey;

function NoticeRow({ notice, readAt, onOpen }: { notice: Notice; readAt: number; onOpen: () => void }) {
  const { id, group, title, detail, path, objection, contestedAt, at, isRead } = notice;
  const navigate = useNavigate();
  const Icon = icons[group];
  // Another tab marks it on its way to the thing; a press here needs no way.
  const open = (event: MouseEvent) => {
    if (isRead || opensElsewhere(event)) return;
    event.preventDefault();
    onOpen();
    void navigate(path);
  };
  return (
    <li className={`notice${isRead ? '' : ' notice--unread'}`}>
      <Link className="notice__link" to={isRead ? path : withQuery(paths.notifications, { open: id })} onClick={open}>
        <Icon className="notice__icon" size={24} aria-hidden="true" />
        <span className="notice__text">
          {!isRead && <span className="visually-hidden">Non lue : </span>}
          <span className="notice__title" dir="ltr">
            {title}
          </span>
          {detail && (
            <span className="notice__detail" dir="ltr">
              {detail}
            </span>
          )}
          <span className="muted small">
            <Moment at={at} text={agoText(Math.max(0, readAt - Date.parse(at)))} />
          </span>
        </span>
      </Link>
      {objection && (
        <Link
          className="lone-link notice__contest"
          to={paths.objection(objection)}
          onClick={isRead ? undefined : onOpen}
        >
          {contestedAt ? `Contestation reçue le ${shortDayOf(contestedAt)}` : contestLabel(notice.isAnswer === true)}
        </Link>
      )}
    </li>
  );
}
