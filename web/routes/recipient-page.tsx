import { useLocation } from 'react-router-dom';
import { FollowView } from '#web/features/follow/follow-view.tsx';

/** `/follow#<secret>` (rule 162). The secret stays in the address, so that the page can be opened again. */
export const RecipientPage = () => <FollowView link={useLocation().hash.slice(1)} />;
