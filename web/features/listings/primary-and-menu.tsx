import { Link } from 'react-router-dom';
import { isolated } from '#shared/values/typed/characters.ts';
import { ActionsMenu, type MenuAction } from '#web/features/listings/actions-menu.tsx';
import { Button } from '#web/ui/button.tsx';

interface PrimaryAndMenuProps {
  /** Names the row for screen readers, which read the button without its row. */
  label: string;
  actions: readonly MenuAction[];
  /** The key of the main act. It is outside the menu if it is possible now. */
  primary: string | undefined;
}

export function PrimaryAndMenu({ label, actions, primary }: PrimaryAndMenuProps) {
  const wanted = actions.find(({ key, reason }) => key === primary && reason === undefined);
  return (
    <div className="primary-and-menu">
      {wanted && <Primary action={wanted} about={label} />}
      <ActionsMenu label={label} actions={actions.filter((action) => action !== wanted)} />
    </div>
  );
}

function Primary({ action, about }: { action: MenuAction; about: string }) {
  const look = { variant: 'primary', size: 'small', 'aria-label': `${action.label} : ${isolated(about)}` } as const;
  return 'to' in action ? (
    <Button {...look} as={Link} to={action.to}>
      {action.label}
    </Button>
  ) : (
    <Button {...look} onClick={action.onAct}>
      {action.label}
    </Button>
  );
}
