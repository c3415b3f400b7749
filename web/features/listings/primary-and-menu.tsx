import { Link } from 'react-router-dom';
import { ActionsMenu, type MenuAction } from '#web/features/listings/actions-menu.tsx';

type PrimaryAndMenuProps = {
  /** Names the row for those who hear the button alone. */
  label: string;
  actions: readonly MenuAction[];
  /** The one that is wanted next stands outside, if it can be done now. */
  primary: string | undefined;
};

/** What can be done with one row: one thing at a press, the rest behind « Actions ». */
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
  const look = {
    className: 'amplify-button amplify-button--primary amplify-button--small',
    'aria-label': `${action.label} : ${about}`,
  };
  return 'to' in action ? (
    <Link {...look} to={action.to}>
      {action.label}
    </Link>
  ) : (
    <button {...look} type="button" onClick={action.onAct}>
      {action.label}
    </button>
  );
}
