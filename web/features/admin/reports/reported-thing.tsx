import { Link } from 'react-router-dom';
import { targetLabels } from '#shared/admin/words.ts';
import { decisionOf } from '#shared/reports/objections.ts';
import type { Reported } from '#shared/reports/record.ts';
import { reportedLabels } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';

/** The reported thing, with the way to where administrators act on it. */
export function ReportedThing({ about: { kind, id } }: { about: Reported }) {
  if (id === undefined) return reportedLabels[kind];
  if (kind === 'page') return <Page address={id} />;
  const decision = kind === 'decision' ? decisionOf(id) : undefined;
  const label = decision ? `${reportedLabels.decision} : ${targetLabels[decision.kind]}` : reportedLabels[kind];
  const to = placeOf(decision?.kind ?? kind, decision?.id ?? id);
  return to ? <Link to={to}>{label}</Link> : label;
}

/** As the visitor or their browser wrote it: only a path of our site is a link. */
const Page = ({ address }: { address: string }) => (
  <>
    {reportedLabels.page} : <bdi>{/^\/(?![/\\])/.test(address) ? <Link to={address}>{address}</Link> : address}</bdi>
  </>
);

/** A message has none: its excerpt is beside it. */
function placeOf(kind: string, id: string): string | undefined {
  switch (kind) {
    case 'parcel':
      return withQuery(paths.admin, { tab: 'parcels', q: id });
    case 'trip':
      return withQuery(paths.admin, { tab: 'trips', q: id });
    case 'member':
    case 'profile':
      return withQuery(paths.admin, { tab: 'profiles', q: id, by: 'id' });
    case 'review':
      return paths.member(id.split('.')[0] ?? '');
    case 'report':
      return withQuery(paths.admin, { tab: 'reports', report: id });
    default:
      return undefined;
  }
}
