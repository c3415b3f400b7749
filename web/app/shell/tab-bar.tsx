import { CirclePlus, MessageCircle, Package, Search, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Count } from '#web/app/shell/menu.tsx';
import { useSession } from '#web/lib/session/session.ts';
import '#web/app/shell/layout.css';

const opensKeyboard =
  'input:not([type=checkbox],[type=radio],[type=range],[type=file],[type=button]), textarea, select';

/** The bottom bar below 768 px. It is hidden while a field has the focus, because the keyboard is open. */
export function TabBar() {
  const { status, me } = useSession();
  const typing = useTyping();
  const entries = [
    { to: paths.findParcels, text: 'Rechercher', icon: Search },
    { to: paths.myParcels, text: 'Mes colis', icon: Package },
    { to: paths.sendParcel, text: 'Publier', icon: CirclePlus },
    { to: paths.messaging, text: 'Messages', icon: MessageCircle, unread: me?.unread.messages },
    status === 'member'
      ? { to: paths.profile, text: 'Compte', icon: User }
      : { to: paths.login, text: 'Connexion', icon: User },
  ];
  if (typing) return null;
  return (
    <nav className="tab-bar" aria-label="Navigation rapide">
      <div className="tab-bar__links">
        {entries.map(({ to, text, icon: Icon, unread }) => (
          <NavLink key={to} to={to}>
            <span className="tab-bar__icon">
              <Icon size={24} aria-hidden="true" />
              {unread ? <Count value={unread} /> : null}
            </span>
            {text}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}

function useTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const look = () => setTyping(document.activeElement?.matches(opensKeyboard) ?? false);
    const lookAfterBlur = () => setTimeout(look, 0);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', lookAfterBlur);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', lookAfterBlur);
    };
  }, []);
  return typing;
}
