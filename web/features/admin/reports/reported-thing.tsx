import { Link } from 'react-router-dom';
import { targetLabels } from '#shared/admin/words.ts';
import { decisionOf } from '#shared/reports/objections.ts';
import type { NamedThing, Reported } from '#shared/reports/record.ts';
import { reportedLabels } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';

interface Props {
  about: Reported;
  thing: NamedThing | undefined;
  /** The report is about what happened on the way. */
  isDelivery?: boolean;
}

export function ReportedThing({ about, thing, isDelivery }: Props) {
  const { kind, id } = about;
  if (id !== undefined && kind === 'page') return <Page address={id} />;
  const decision = kind === 'decision' && id !== undefined ? decisionOf(id) : undefined;
  const to = id === undefined ? undefined : placeOf(decision?.kind ?? kind, decision?.id ?? id);
  const title = <ThingTitle {...{ about, thing, isDelivery }} />;
  return to ? <Link to={to}>{title}</Link> : title;
}

/** « Colis « Livres », de Paris à Alger », « Avis sur Karim », « Décision contestée : Trajet de Paris à Alger » */
export function ThingTitle({ about: { kind, id = '' }, thing = {}, isDelivery = false }: Props) {
  const target = kind === 'decision' && id ? decisionOf(id).kind : undefined;
  const ofDelivery = isDelivery || thing.isDelivery;
  const label = ofDelivery ? 'Livraison' : target ? targetLabels[target] : reportedLabels[kind];
  const shown = ofDelivery ? 'parcel' : (target ?? kind);
  const { name = kind === 'page' ? id : undefined, route } = thing;
  return (
    <>
      {target && `${reportedLabels.decision} : `}
      {label}
      {name && <Name kind={shown} name={name} />}
      {route && (
        <>
          {name ? ', ' : ' '}
          <bdi translate="no">{route}</bdi>
        </>
      )}
    </>
  );
}

function Name({ kind, name }: { kind: string; name: string }) {
  const shown = <bdi translate="no">{name}</bdi>;
  if (kind === 'parcel') return <> « {shown} »</>;
  return (
    <>
      {kind === 'review' ? ' sur ' : kind === 'report' ? ' ' : ' : '}
      {shown}
    </>
  );
}

/** The visitor or their browser wrote it, so only a path of our site is a link. */
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
