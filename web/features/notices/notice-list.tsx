import { BellRing, MessageCircle, Package, User } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Notice } from '#shared/notices/contract.ts';
import type { NoticeGroup } from '#shared/notices/groups.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { agoText } from '#shared/values/ago.ts';
import { useReadNotices } from '#web/features/notices/api.ts';
import { Moment } from '#web/ui/moment.tsx';
import '#web/features/notices/notices.css';

const icons: Readonly<Record<NoticeGroup, typeof Package>> = {
  deliveries: Package,
  messages: MessageCircle,
  account: User,
  alerts: BellRing,
};

/** Each row leads to the thing that it is about. `readAt`: when the list was read; milliseconds. */
export function NoticeList({ notices, readAt }: { notices: readonly Notice[]; readAt: number }) {
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
  const { id, group, title, detail, path, objection, at, isRead } = notice;
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
          Contester cette décision
        </Link>
      )}
    </li>
  );
}
