import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { minuteMs } from '#shared/values/time.ts';
import { Count } from '#web/app/shell/menu.tsx';
import { announce } from '#web/lib/announce.ts';
import { useSession } from '#web/lib/session/session.ts';
import '#web/app/shell/header/header.css';

/** The way to the notifications, with the number of unread ones (rule 139). */
export function Bell() {
  const { me } = useSession();
  const unread = me?.unreadNotices ?? 0;
  useAnnounced(me && unread);
  // Its room stays while the account loads. A member who is about to leave has no bell.
  if (!me) return <span className="bell" aria-hidden="true" />;
  const label = unread === 0 ? 'aucune non lue' : unreadText(unread);
  return (
    <NavLink to={paths.notifications} className="bell" aria-label={`Notifications, ${label}`} title="Notifications">
      <BellIcon size={24} aria-hidden="true" />
      <span className="bell__count">
        <Count value={unread} of="notices" />
      </span>
    </NavLink>
  );
}

const unreadText = (unread: number, noun = '') =>
  `${unread > 99 ? '99+' : unread} ${noun}${unread === 1 ? 'non lue' : 'non lues'}`;

/** Announces a number that has risen while the page is open, at most once a minute. */
function useAnnounced(unread: number | undefined): void {
  const last = useRef<{ unread: number; at: number }>(undefined);
  useEffect(() => {
    if (unread === undefined) return;
    const { unread: before = unread, at = 0 } = last.current ?? {};
    const isNews = unread > before && Date.now() - at >= minuteMs;
    if (isNews) announce(unreadText(unread, unread === 1 ? 'notification ' : 'notifications '));
    last.current = { unread, at: isNews ? Date.now() : at };
  }, [unread]);
}
