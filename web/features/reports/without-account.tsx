import { useLocation } from 'react-router-dom';
import type { Me } from '#shared/accounts/contract.ts';
import type { VisitorReported } from '#shared/reports/visitors.ts';
import { paths } from '#shared/site/paths.ts';
import { Objection } from '#web/features/reports/objection.tsx';
import { VisitorReport } from '#web/features/reports/visitor-report.tsx';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** In place of the contact form: a report, or the objection to a decision by the link of its mail. */
export function WithoutAccount({ me }: { me: Me | undefined }) {
  const [params] = usePageQuery(paths.contact);
  const { hash } = useLocation();
  if (params.get('topic') === 'decision') {
    const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
    return <Objection key={token} token={token} />;
  }
  const about = aboutIn(params.get('kind'), params.get('id') ?? '');
  return <VisitorReport key={about.id} about={about} me={me} />;
}

const aboutIn = (kind: string | null, id: string): Exclude<VisitorReported, { kind: 'decision' }> => ({
  kind: kind === 'parcel' || kind === 'trip' ? kind : 'page',
  ...(id ? { id } : {}),
});
