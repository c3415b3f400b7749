import { Bell as BellIcon, LogOut, MessageCircle, Package } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { minuteMs } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { accountLinks, Count, LinkText } from '#web/app/shell/menu.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { announce } from '#web/lib/store.ts';
import { Avatar, initials } from '#web/ui/avatar.tsx';
import '#web/app/shell/header/header.css';

/** The menu under the avatar, with the keys of an ARIA menu: arrows, Home, End, Escape. */
export function AccountMenu() {
  const { me, leaving } = useSession();
  const [openAt, setOpenAt] = useState<string>();
  const { key } = useLocation();
  // Open at one address only, so any navigation closes it.
  const open = openAt === key;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const unread = me?.unread.messages ?? 0;

  useEffect(() => {
    if (!open) return;
    items(menu.current)[0]?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target) && !button.current?.contains(target))
        setOpenAt(undefined);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const close = () => {
    setOpenAt(undefined);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items(menu.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpenAt(undefined);
    else if (next !== undefined) all[next % all.length]?.focus();
    if (event.key === 'Escape' || next !== undefined) event.preventDefault();
  };

  return (
    <>
      <MemberLinks unread={unread} />
      <Bell />
      <div className="account-menu">
        <button
          ref={button}
          type="button"
          className="account-menu__button"
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          // Initials in brackets count as no part of a spoken name.
          aria-label={`Mon compte, ${isolated(initials(me ?? leaving))}`}
          onClick={() => setOpenAt(open ? undefined : key)}
          onKeyDown={(event) => event.key === 'ArrowDown' && (event.preventDefault(), setOpenAt(key))}
        >
          <Avatar member={me ?? leaving} size="sm" />
        </button>
        {open && (
          <div className="surface account-menu__list">
            <p className="account-menu__title" aria-hidden="true">
              Mon compte
            </p>
            <div ref={menu} id={id} role="menu" aria-label="Mon compte" tabIndex={-1} onKeyDown={onKeyDown}>
              <MenuItems onClose={() => setOpenAt(undefined)} />
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function MenuItems({ onClose }: { onClose: () => void }) {
  const { me, signOut } = useSession();
  return (
    <>
      {accountLinks(me).map(({ to, unread, waiting, notices, ...link }) => (
        <Link key={to} to={to} role="menuitem" tabIndex={-1}>
          <LinkText {...link} />
          <Count value={unread} />
          <Count value={waiting} of="requests" />
          <Count value={notices} of="notices" />
        </Link>
      ))}
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => (onClose(), void signOut())}>
        <LogOut size={18} aria-hidden="true" /> Déconnexion
      </button>
    </>
  );
}

/** Frequent links of a member, beside the menu; narrow headers show only the icons. */
function MemberLinks({ unread }: { unread: number }) {
  const links = [
    { to: paths.messaging, text: 'Messages', icon: MessageCircle, unread },
    { to: paths.myParcels, text: 'Mes colis', icon: Package, unread: 0 },
  ];
  return (
    <nav className="member-links" aria-label="Mes échanges">
      {links.map(({ to, text, icon: Icon, unread: count }) => (
        <NavLink key={to} to={to} title={text}>
          <Icon size={20} aria-hidden="true" />
          <span className="member-links__text">{text}</span>
          <Count value={count} />
        </NavLink>
      ))}
    </nav>
  );
}

const items = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

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
