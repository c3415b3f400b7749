import { ChevronDown, EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isolated } from '#shared/values/typed/characters.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/listings/actions-menu.css';

/** One act: a link, or a call. With `reason` it is shown but disabled. */
export type MenuAction = {
  key: string;
  label: string;
  icon?: ReactNode;
  reason?: string | undefined;
} & ({ to: string } | { onAct: () => void; destructive?: boolean });

interface ActionsMenuProps {
  label: string;
  actions: readonly MenuAction[];
  /** The button is three dots at the right edge, where there is no room for its word. */
  isSmall?: boolean;
}

export function ActionsMenu({ label, actions, isSmall = false }: ActionsMenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return undefined;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  if (actions.length === 0) return null;
  const opener = {
    ref: button,
    'aria-expanded': open,
    'aria-controls': id,
    'aria-label': `Actions : ${isolated(label)}`,
    onClick: () => setOpen(!open),
  };
  return (
    <div
      ref={box}
      className={`actions-menu${isSmall ? ' actions-menu--small' : ''}`}
      onKeyDown={onKeyDown}
      role="presentation"
    >
      {isSmall ? (
        <button type="button" className="icon-button" {...opener}>
          <EllipsisVertical size={20} aria-hidden="true" />
        </button>
      ) : (
        <Button size="small" {...opener}>
          Actions <ChevronDown size={18} aria-hidden="true" />
        </Button>
      )}
      <ul id={id} className="surface actions-menu__list" hidden={!open}>
        {actions.map((action) => (
          <li key={action.key}>
            <MenuItem action={action} onLeave={() => setOpen(false)} onClose={close} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MenuItemProps {
  action: MenuAction;
  onLeave: () => void;
  onClose: () => void;
}

function MenuItem({ action, onLeave, onClose }: MenuItemProps) {
  if (action.reason !== undefined)
    return (
      <p className="actions-menu__item actions-menu__item--off">
        {action.icon}
        <span>
          {action.label}
          <span className="muted small">{action.reason}</span>
        </span>
      </p>
    );
  if ('to' in action)
    return (
      <Link className="actions-menu__item" to={action.to} onClick={onLeave}>
        {action.icon} {action.label}
      </Link>
    );
  return (
    <button
      type="button"
      className={`actions-menu__item${action.destructive ? ' actions-menu__item--destructive' : ''}`}
      onClick={() => {
        onClose();
        action.onAct();
      }}
    >
      {action.icon} {action.label}
    </button>
  );
}
