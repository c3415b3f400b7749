import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#shared/accounts/me.ts';
import { isWholeLink } from '#shared/reports/objections.ts';
import type { VisitorReported } from '#shared/reports/visitors.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { Objection } from '#web/features/reports/objection.tsx';
import { VisitorReport } from '#web/features/reports/visitor-report.tsx';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Callout } from '#web/ui/callout.tsx';

export function WithoutAccount({ me }: { me: Me | undefined }) {
  const [params] = usePageQuery(paths.contact);
  const token = useObjectionToken();
  if (params.get('topic') === 'decision')
    return isWholeLink(token) ? <Objection key={token} token={token} /> : <LinkCut />;
  const about = aboutIn(params.get('kind'), params.get('id') ?? '');
  return <VisitorReport key={about.id} about={about} me={me} />;
}

/** The token of the link, removed from the address bar (rule 28). It survives a reload in the history's state. */
function useObjectionToken(): string {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const arrived = new URLSearchParams(hash.slice(1)).get('token');
  useEffect(() => {
    if (arrived !== null) void navigate(pathname + search, { replace: true, state: { objection: arrived } });
  }, [arrived, pathname, search, navigate]);
  return arrived ?? (state as { objection?: string } | null)?.objection ?? '';
}

const LinkCut = () => (
  <>
    <h1 tabIndex={-1}>Contester une décision</h1>
    <Callout tone="error">
      <p>
        Ce lien est incomplet. Ouvrez « Contester cette décision » depuis notre email, ou copiez son lien en entier.
      </p>
    </Callout>
    <p>
      Vous n'avez plus cet email ? <Link to={withQuery(paths.contact, { topic: 'account' })}>Écrivez-nous</Link>.
    </p>
  </>
);

const aboutIn = (kind: string | null, id: string): Exclude<VisitorReported, { kind: 'decision' }> => ({
  kind: kind === 'parcel' || kind === 'trip' ? kind : 'page',
  ...(id ? { id } : {}),
});
