import type { Actor } from '#functions/actor.ts';
import { unpaidAmong } from '#functions/deliveries/around.ts';
import { parcelViewOf, partnerFacts } from '#functions/deliveries/decide.ts';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { atSeenVersion, stepWrites } from '#functions/deliveries/step-writes.ts';
import { seenWith } from '#functions/friends/ties.ts';
import type { Places } from '#functions/listings/places.ts';
import { placeOf, roomFor, staleListing } from '#functions/listings/publishing.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Write } from '#functions/platform/table.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { type CleanUpload, uploadRepository } from '#functions/uploads/repository.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Parcel, parcelRoutes } from '#shared/parcels/contract.ts';
import type { NewParcel } from '#shared/parcels/fields.ts';
import { editParcel, type ParcelFacts, publishParcel } from '#shared/parcels/publishing.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cancelParcel, isHalfAgreed, isParty, isWaiting, pauseParcel, resumeParcel } from '#shared/parcels/rules.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { shownReliability } from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Reply } from '#shared/route.ts';
import type { Tie } from '#shared/situation/contract.ts';
import { standingOf } from '#shared/situation/contract.ts';
import { sectionOfRecord, stageOf } from '#shared/situation/situation.ts';
import { type Section, sectionOf } from '#shared/situation/stages.ts';
import { parcelRepository } from './repository.ts';

/** Stores what a rule made of the version that the owner saw, with its event. Throws the refusal of a conflict. */
function changeParcel(
  deps: Deps,
  { actor, resource, version }: { actor: Actor; resource: ParcelRecord; version: number },
  event: TrackingEvent['type'],
  rule: () => ParcelRecord,
  others: readonly Write[] = [],
  again?: () => Promise<Outcome<Parcel>>,
): Outcome<Parcel> {
  const refuse = (current: ParcelRecord | undefined) => conflictRefusal(deps, actor, current, event);
  if (resource.version !== version) throw refuse(resource);
  const changed = rule();
  const writes = [
    parcelRepository(deps.table).save(changed, refuse),
    parcelEvent(deps.table, changed, event, actor.id, deps.now()),
    ...others,
  ];
  return commit(parcelViewOf(deps, actor, changed), writes, again);
}

function conflictRefusal(
  deps: Deps,
  actor: Actor,
  current: ParcelRecord | undefined,
  event: TrackingEvent['type'],
): Refusal {
  if (!current) return new Refusal('NOT_FOUND');
  const now = { current: parcelViewOf(deps, actor, current) };
  if (current.status === 'active' && event === 'edited') return new Refusal('STALE', staleListing, now);
  return new Refusal('STATE_CHANGED', current.carrierId ? takenMeanwhile : undefined, now);
}

const takenMeanwhile = {
  title: 'Situation modifiée',
  detail: "Un transporteur s'est engagé entre-temps : l'annonce ne peut plus être modifiée.",
};

export interface ParcelDeps extends Deps {
  readonly files: Files;
  readonly places: Places;
  readonly privateBucket: string;
}

type ParcelHandlers = Handlers<typeof parcelRoutes>;
type Reads = 'readParcel' | 'myParcels' | 'parcelFile';
type OwnerActs = 'publishParcel' | 'editParcel' | 'pauseParcel' | 'resumeParcel' | 'cancelParcel';

export function parcelHandlers(deps: ParcelDeps): ParcelHandlers {
  return { ...reads(deps), ...ownerActs(deps) };
}

function reads(deps: ParcelDeps): Pick<ParcelHandlers, Reads> {
  const parcels = parcelRepository(deps.table);
  const profiles = profileRepository(deps.table);

  return {
    readParcel: async ({ actor, resource }) => {
      const [people, around] = await Promise.all([
        profiles.people(peopleOf(resource)),
        isParty(actor.id, resource) ? partnerFacts(deps, actor.id, resource) : undefined,
      ]);
      const seen = seenBy(actor.id, people, around?.tie);
      const parcel = parcelViewOf(deps, actor, withPeople(resource, seen), around);
      return answer({ ...parcel, ...shownReliability(seen.get(resource.ownerId), actor.id) });
    },

    myParcels: async ({ actor, query }) => {
      const [{ items, ...rest }, stats] = await Promise.all([
        parcels.parcelsOf(actor.id, {
          cursor: query.cursor,
          keeps: ({ problem, ...parcel }) =>
            !query.stage || standingOf({ stage: stageOf(parcel, deps.now()), problem }) === query.stage,
        }),
        profiles.stats(actor.id),
      ]);
      const halves = items.filter(isHalfAgreed).flatMap(({ carrierId }) => carrierId ?? []);
      const unpaid = await unpaidAmong(deps, halves);
      const shown = items.map((parcel) => parcelViewOf(deps, actor, parcel, { unpaid }));
      const count = (section: Section) =>
        shown.filter(({ situation }) => situation && sectionOf(situation) === section).length;
      // The counters are eventually consistent, so a page with all rows counts them itself.
      const isWhole = !query.stage && !query.cursor && !rest.next;
      const counts = isWhole
        ? { todo: count('todo'), going: count('going'), over: count('over') }
        : countsNow({ todo: stats.parcelsTodo, going: stats.parcelsGoing, over: stats.parcelsOver }, items, shown);
      return answer({ items: shown, counts, ...rest });
    },

    parcelFile: async ({ resource }) => {
      if (!resource.file) throw new Refusal('NOT_FOUND');
      return answer(
        await deps.files.link(
          deps.privateBucket,
          resource.file.key,
          resource.file.contentType,
          linkSeconds.other,
          deps.now(),
          { ownName: resource.file.fileName },
        ),
      );
    },
  };
}

/** The counters count offers that have run out, until the job removes them; they are among the first rows. */
function countsNow(counts: Record<Section, number>, stored: readonly ParcelRecord[], shown: readonly Shown[]) {
  const now = { ...counts };
  for (const [at, { situation }] of shown.entries()) {
    const parcel = stored[at];
    if (!parcel || !situation) continue;
    now[sectionOfRecord(parcel)] -= 1;
    now[sectionOf(situation)] += 1;
  }
  return now;
}
type Shown = ReturnType<typeof parcelViewOf>;

function ownerActs(deps: ParcelDeps): Pick<ParcelHandlers, OwnerActs> {
  const parcels = parcelRepository(deps.table);
  const profiles = profileRepository(deps.table);
  const uploads = uploadRepository(deps.table);
  const fileOf = async (uploadId: string | undefined, ownerId: string) =>
    uploadId ? uploads.take(uploadId, ownerId, 'parcel_file', { now: deps.now() }) : undefined;

  return {
    publishParcel: async ({ actor, body }) => {
      const [facts, file, people] = await Promise.all([
        factsOf(deps.places, body),
        fileOf(body.uploadId, actor.id),
        profiles.people([actor.id]),
      ]);
      const owner = partnerCard(actor.id, people.get(actor.id));
      const publish = async (): Promise<Outcome<Reply<(typeof parcelRoutes)['publishParcel']>>> => {
        const room = await roomFor(deps, actor.profile);
        if (file === 'scanning') return accepted({ state: 'scanning' as const });
        const now = deps.now();
        const parcel = publishParcel({ ...facts, ...stored(file?.upload) }, owner, { id: deps.newId(), now });
        const writes = [
          ...room,
          parcels.add(parcel),
          parcelEvent(deps.table, parcel, 'published', actor.id, now),
          ...(file ? [file.attach] : []),
        ];
        return commit(parcelViewOf(deps, actor, parcel), writes, publish);
      };
      return publish();
    },

    editParcel: async (call) => {
      const { keepsFile, ...body } = call.body;
      const [facts, file] = await Promise.all([factsOf(deps.places, body), fileOf(body.uploadId, call.actor.id)]);
      if (file === 'scanning') return accepted({ state: 'scanning' as const });
      const kept = keepsFile && call.resource.file ? { file: call.resource.file } : {};
      const edited = { ...facts, ...(file ? stored(file.upload) : kept) };
      const edit = async (): Promise<Outcome<Parcel>> => {
        const room = isWaiting(call.resource, deps.now()) ? [] : await roomFor(deps, call.actor.profile);
        const others = [...room, ...(file ? [file.attach] : [])];
        return changeParcel(deps, call, 'edited', () => editParcel(call.resource, edited, deps.now()), others, edit);
      };
      return edit();
    },

    pauseParcel: async (call) => changeParcel(deps, call, 'paused', () => pauseParcel(call.resource, deps.now())),
    resumeParcel: async (call) => changeParcel(deps, call, 'resumed', () => resumeParcel(call.resource, deps.now())),

    cancelParcel: async ({ actor, resource, version, body }) => {
      const refuse = (current: ParcelRecord | undefined) =>
        current
          ? new Refusal('STATE_CHANGED', undefined, { current: parcelViewOf(deps, actor, current) })
          : new Refusal('NOT_FOUND', { title: 'Introuvable', detail: unseenWords.deleted });
      const parcel = atSeenVersion(resource, version, () => cancelParcel(resource, actor.id, body.reason), refuse);
      return commit(parcelViewOf(deps, actor, parcel), [
        parcels.save(parcel, refuse),
        ...(await stepWrites(deps, actor.id, resource, { parcel, event: 'cancelled', reason: body.reason })),
      ]);
    },
  };
}

async function factsOf(places: Places, { weight, uploadId: _sent, ...body }: NewParcel): Promise<ParcelFacts> {
  const [pickup, delivery] = await Promise.all([
    placeOf(places, body.pickup, 'pickup'),
    placeOf(places, body.delivery, 'delivery'),
  ]);
  return { ...body, weightGrams: weight, pickup, delivery };
}

const stored = (upload: CleanUpload | undefined): Pick<ParcelFacts, 'file'> =>
  upload
    ? {
        file: {
          uploadId: upload.id,
          key: upload.key,
          contentType: upload.contentType,
          ...(upload.fileName !== undefined && { fileName: upload.fileName }),
        },
      }
    : {};

const peopleOf = (parcel: ParcelRecord) => [parcel.ownerId, ...(parcel.carrierId ? [parcel.carrierId] : [])];

/** The two parties as one of them sees them, with the tie to the other one. */
const seenBy = (memberId: string, people: ReadonlyMap<string, Person>, tie: Tie | undefined) =>
  new Map(
    [...people].map(([id, person]) => [
      id,
      id === memberId ? person : seenWith(person, { hasBlocked: tie === 'hidden' }),
    ]),
  );

/** The parcel with the current names of its people, not those of the time when it was stored. */
function withPeople(parcel: ParcelRecord, people: ReadonlyMap<string, Person>): ParcelRecord {
  const { ownerId, carrierId } = parcel;
  const owner = partnerCard(ownerId, people.get(ownerId));
  return { ...parcel, owner, ...(carrierId ? { carrier: partnerCard(carrierId, people.get(carrierId)) } : {}) };
}
