import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Mutant } from './row-mutants.ts';

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const edit = (file: string, from: string, to: string): Edit => ({ file, from, to });
const relations = 'functions/relations.ts';
const authorize = 'functions/authorize.ts';
const actor = 'functions/actor.ts';
const middlewares = 'functions/middlewares.ts';
const accounts = 'shared/accounts/rules.ts';
const record = 'shared/profiles/record.ts';
const parcels = 'shared/parcels/rules.ts';
const trips = 'shared/trips/rules.ts';
const subscriptions = 'shared/subscriptions/rules.ts';
const ties = 'functions/friends/ties.ts';
const thread = 'functions/messaging/thread-view.ts';
const conversation = 'functions/messaging/handlers.ts';
const decide = 'functions/deliveries/decide.ts';
const agreement = 'functions/deliveries/handlers.ts';
const meeting = 'functions/deliveries/agreement/meeting.ts';

/** Each rule that the access words are executed by, flipped once. */
const edits: readonly Edit[] = [
  edit(relations, "sees(true) || (sees(false) && sees(await ownerHidden())) ? 'yes' : 'NOT_FOUND'", "'yes'"),
  edit(relations, 'sees(true) || (sees(false) && sees(await ownerHidden()))', 'sees(true)'),
  edit(relations, 'sees(true) || (sees(false) && sees(await ownerHidden()))', 'sees(false)'),
  edit(relations, "(isParty(actor.id, parcel) ? 'yes' : 'NOT_FOUND')", "'yes'"),
  edit(relations, "(await parcelSeen(actor, parcel, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'NOT_FOUND'"),
  edit(relations, "(await parcelSeen(actor, parcel, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'NOT_ALLOWED'"),
  edit(relations, "(await parcelSeen(actor, parcel, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'yes'"),
  edit(
    relations,
    "actor.id === parcel.ownerId ? 'SELF_ACTION' : parcelSought(actor, parcel, facts)",
    'parcelSought(actor, parcel, facts)',
  ),
  edit(relations, 'parcelNegotiator: parcelSought', "parcelNegotiator: async () => 'yes'"),
  edit(relations, 'parcelNegotiator: parcelSought', 'parcelNegotiator: parcelSeen'),
  edit(
    relations,
    "(await parcelSeen(actor, parcel, facts)) === 'yes' || (await facts.hasWritten()) ? 'yes' : 'NOT_FOUND'",
    "'yes'",
  ),
  edit(relations, "(await tripSeen(actor, trip, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'NOT_FOUND'"),
  edit(relations, "(await tripSeen(actor, trip, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'NOT_ALLOWED'"),
  edit(relations, "(await tripSeen(actor, trip, facts)) === 'yes' ? 'NOT_ALLOWED' : 'NOT_FOUND'", "'yes'"),
  edit(relations, 'isTripListed(trip, now) && !(await ownerHidden())', '!(await ownerHidden())'),
  edit(relations, 'isTripListed(trip, now) && !(await ownerHidden())', 'isTripListed(trip, now)'),
  edit(relations, "if (actor.id === trip.ownerId) return 'yes';", ''),
  edit(relations, "emailConfirmedAt === undefined ? 'NOT_FOUND' : 'yes'", "'yes'"),
  ...['isVisibleTo(actor.id, parcel, { now, isOwnerHidden: false }) ?', '(await hasWritten()) ?', 'true ?'].map(
    (left) =>
      edit(relations, 'isVisibleTo(actor.id, parcel, { now, isOwnerHidden: false }) || (await hasWritten()) ?', left),
  ),
  ...['actor.id === trip.ownerId ?', 'isTripListed(trip, now) ?', 'true ?'].map((left) =>
    edit(relations, 'actor.id === trip.ownerId || isTripListed(trip, now) ?', left),
  ),
  ...[
    'isReachable(member)',
    'isReachable(member) && (!member.ties.hasBlocked || member.ties.isInHand)',
    'isReachable(member) && (!member.ties.hasBlocked || isAdmin)',
    '(!member.ties.hasBlocked || member.ties.isInHand || isAdmin)',
  ].map((left) =>
    edit(relations, 'isReachable(member) && (!member.ties.hasBlocked || member.ties.isInHand || isAdmin)', left),
  ),
  ...['isReachable(member)', '!member.ties.hasBlocked', '(!member.ties.hasBlocked || (await haveMet()))'].map((left) =>
    edit(relations, 'isReachable(member) && (!member.ties.hasBlocked || (await haveMet()))', left),
  ),
  edit(authorize, 'isHidden(owner) || hasBlocked', 'isHidden(owner)'),
  edit(ties, "isOfKind(item, 'block')", "isOfKind(item, 'blocked')"),
  edit(ties, 'parcel && isInHandBetween(parcel, a, b)', 'false'),
  edit(ties, 'parcel && isInHandBetween(parcel, a, b)', 'parcel'),
  edit(thread, 'person && seenWith(person, tiesHere)', 'person'),
  edit(record, '!isHidden(profile) && profile.emailConfirmedAt !== undefined', '!isHidden(profile)'),
  edit(
    record,
    '!isHidden(profile) && profile.emailConfirmedAt !== undefined',
    'profile.emailConfirmedAt !== undefined',
  ),
  edit(record, "status === 'blocked' || leavesOn !== undefined", "status === 'blocked'"),
  edit(relations, "actor.id === profile.id ? 'SELF_ACTION' : 'yes'", "'yes'"),
  edit(relations, "profile.id === actor.id ? 'SELF_ACTION' : 'yes'", "'yes'"),
  edit(relations, "actor.id === review.reviewerId ? 'yes' : 'NOT_ALLOWED'", "'yes'"),
  edit(relations, "actor.id === trip.ownerId ? 'SELF_ACTION' : 'yes'", "'yes'"),
  edit(relations, 'actor.id === reviewerId || actor.id === targetId', 'actor.id === reviewerId'),
  edit(relations, 'actor.id === reviewerId || actor.id === targetId', 'actor.id === targetId'),
  edit(authorize, 'owner === undefined || isHidden(owner)', 'owner === undefined'),
  edit(authorize, "if (answer !== 'yes') throw refuse(answer);", ''),
  edit(actor, "claims?.['token_use'] === 'access' &&", ''),
  edit(actor, "&& clients.includes(String(claims['client_id']))", ''),
  edit(actor, "if (!profileItem) throw new Refusal('SIGNED_OUT');", 'if (!profileItem) return {} as never;'),
  edit(actor, "session.inAdminGroup && adminItem?.['status'] === 'active'", 'session.inAdminGroup'),
  edit(
    actor,
    "if (role !== 'signedIn' && actor.profile.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');",
    '',
  ),
  edit(actor, "if (actor.profile.leavesOn !== undefined && !whileLeaving) throw new Refusal('PROFILE_LEAVING');", ''),
  edit(actor, "if (!actor.isAdmin) throw new Refusal('ADMIN_REQUIRED');", ''),
  edit(actor, "if (actor.provenUntil === undefined) throw new Refusal('SECOND_FACTOR');", ''),
  edit(actor, 'until > now ? until : undefined', 'until > 0 ? until : undefined'),
  edit(actor, "if (role === 'rootAdmin' && !actor.isRootAdmin) throw new Refusal('ROOT_ADMIN_REQUIRED');", ''),
  edit(middlewares, 'if (authentication && internal.actor) authentication.requireRole(spec, internal.actor);', ''),
  edit(middlewares, 'requireTrust(row.spec.trust, caller.profile, now, subscriptionFrom());', '{}'),
  edit(middlewares, "if (!isFromEdge(event.headers['x-origin-secret'])) throw new Refusal('NOT_ALLOWED');", ''),
  edit(
    accounts,
    "if (trust?.profile === 'approved' && profile.status !== 'approved') throw new Refusal('PROFILE_NOT_APPROVED');",
    '',
  ),
  edit(
    accounts,
    "trust?.profile === 'notRejected' && profile.status === 'rejected'",
    "trust?.profile === 'notRejected' && profile.status !== 'approved'",
  ),
  edit(subscriptions, 'isSubscriptionNeeded(from, now) && !subscriptionRuns(member, now)', 'false'),
  edit(parcels, 'memberId === ownerId || memberId === carrierId', 'memberId === carrierId'),
  edit(parcels, 'memberId === ownerId || memberId === carrierId', 'memberId === ownerId'),
  edit(parcels, 'isParty(viewerId, parcel) || (isListed(parcel, now) && !isOwnerHidden)', 'true'),
  edit(parcels, 'isParty(viewerId, parcel) || (isListed(parcel, now) && !isOwnerHidden)', 'isParty(viewerId, parcel)'),
  edit(parcels, '(isListed(parcel, now) && !isOwnerHidden)', '!isOwnerHidden'),
  edit(parcels, '(isListed(parcel, now) && !isOwnerHidden)', 'isListed(parcel, now)'),
  edit(parcels, '...(writtenTitle ? { title: writtenTitle } : {}),', 'title: parcel.title,'),
  edit(parcels, '...(writtenTitle ? { title: writtenTitle } : {}),', '...parcel,'),
  edit(parcels, "isTaken ? takenBy(parcel) : isClosed(parcel) ? 'unavailable' : 'unlisted'", "'taken'"),
  edit(parcels, "isTaken ? takenBy(parcel) : isClosed(parcel) ? 'unavailable' : 'unlisted'", "'unlisted'"),
  edit(
    parcels,
    "isTaken ? takenBy(parcel) : isClosed(parcel) ? 'unavailable' : 'unlisted'",
    "isTaken ? 'taken' : 'unavailable'",
  ),
  edit(parcels, '...(isTaken && writtenTitle ? { route:', '...(isTaken ? { route:'),
  edit(parcels, '...(isTaken && writtenTitle ? { route:', '...(writtenTitle ? { route:'),
  edit(thread, 'if (topic.parcelId && !thread && !sees)', 'if (false)'),
  edit(conversation, 'parcel && sees ? { parcel:', 'parcel ? { parcel:'),
  edit(thread, 'isOwnerHidden: isHidden(other)', 'isOwnerHidden: false'),
  edit(conversation, '(isHidden(other) && !thread)', 'false'),
  edit(decide, 'if (isVisibleTo(actor.id, current, { now: deps.now(), isOwnerHidden: false }))', 'if (true)'),
  edit(
    meeting,
    "if (!isReachable(other.profile)) throw new Refusal(thread ? 'RECIPIENT_UNAVAILABLE' : 'NOT_FOUND');",
    '',
  ),
  edit(
    agreement,
    'sees ? resource.title : await threadRepository(table).writtenTitle(meeting.topic)',
    'resource.title',
  ),
  edit(decide, 'assignedStates.includes(current.status) ? assignedRefusal(current, told) :', ''),
  edit(parcels, "parcel.status === 'active' &&", ''),
  edit(parcels, "parcel.adminStatus === 'approved' &&", ''),
  edit(parcels, '&& parcel.deadline >= dayOf(now)', ''),
  edit(trips, "trip.adminStatus === 'approved' &&", ''),
  edit(trips, '&& trip.travelDate >= dayOf(now)', ''),
];

/** Code is compared without its line breaks, so that formatting does not matter. */
const flat = (code: string) => code.replaceAll(/\s+/g, ' ');
const spaced = (text: string) =>
  new RegExp(
    flat(text.trim())
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(' ', '\\s*'),
  );

function changed({ file, from, to }: Edit): string {
  const code = readFileSync(file, 'utf8');
  const pattern = spaced(from);
  if (!pattern.test(code))
    throw new Error(`${file} does not hold « ${from} » any more: the list of mutants is out of date`);
  return code.replace(pattern, () => to);
}

/** Bundles the matrix with one file changed, and checks all of its cells in this process. */
async function survives(file: string, contents: string): Promise<boolean> {
  const folder = await mkdtemp('.local-mutant-');
  try {
    const outfile = join(folder, 'matrix.mjs');
    await build({
      entryPoints: ['test/mutants/ask-all.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile,
      logLevel: 'error',
      plugins: [
        {
          name: 'one-change',
          setup: (bundler) =>
            bundler.onLoad({ filter: /\.ts$/ }, ({ path }) =>
              path.endsWith(`/${file}`) ? { contents, loader: 'ts' } : undefined,
            ),
        },
      ],
    });
    const { everyCellHolds } = (await import(pathToFileURL(outfile).href)) as {
      everyCellHolds: () => Promise<boolean>;
    };
    return await everyCellHolds();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Made when the module loads, so that an edit that no longer matches the code fails every run. */
export const codeMutants: readonly Mutant[] = edits.map((mutation) => {
  const contents = changed(mutation);
  return {
    name: `${mutation.file}: ${flat(mutation.from)} → ${flat(mutation.to) || 'nothing'}`,
    survives: () => survives(mutation.file, contents),
  };
});
