import { ScrollText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';

/** To the lines of the log about one profile or listing. */
export const HistoryLink = ({ id, name, label = 'Historique' }: { id: string; name: string; label?: string }) => (
  <Link
    className="amplify-button amplify-button--link amplify-button--small"
    aria-label={`${label} : ${name}`}
    to={withQuery(paths.admin, { tab: 'logs', target: id })}
  >
    <ScrollText size={18} aria-hidden="true" /> {label}
  </Link>
);
