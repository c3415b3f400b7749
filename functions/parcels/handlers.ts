import type { Actor } from '#functions/actor.ts';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { atSeenVersion, stepWrites } from '#functions/deliveries/steps.ts';
import type { Places } from '#functions/listings/places.ts';
import { placeOf, requireRoom, staleListing } from '#functions/listings/publishing.ts';
import { accepted, answer, commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Write } from '#functions/platform/table.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { CleanUpload } from '#functions/uploads/upload.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { actsOf } from '#shared/deliveries/rules.ts';
import { type NewParcel, Parcel, type parcelRoutes } from '#shared/parcels/contract.ts';
import { type ParcelPhase, phaseOf } from '#shared/parcels/phase.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import {
  cancelParcel,
  editParcel,
  type ParcelFacts,
  pauseParcel,
  publishParcel,
  resumeParcel,
  toParcel,
} from '#shared/parcels/rules.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { shownReliability } from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { parcelRepository } from './repository.ts';

export interface ParcelDeps extends Deps {
  readonly files: Files;
  readonly places: Places;
  readonly privateBucket: string;
}

export function parcelHandlers(deps: ParcelDeps): Handlers<typeof parcelRoutes> {
  const parcels = parcelRepository(deps.table);
  const profiles = profileRepository(deps.table);
  const uploads = uploadRepository(deps.table);
  const view = (viewerId: string, parcel: ParcelRecord) => {
    // A refusal contains it too, and no schema parses that.
    return Parcel.parse(toParcel(viewerId, parcel, actsOf(viewerId, parcel, deps.now())));
  };

  /** The facts of a body, with its places looked up. */
  async function factsOf({ weight, uploadId: _sent, ...body }: NewParcel): Promise<ParcelFacts> {
    const [pickup, delivery] = await Promise.all([
      placeOf(deps.places, body.pickup, 'pickup'),
      placeOf(deps.places, body.delivery, 'delivery'),
    ]);
    return { ...body, weightGrams: weight, pickup, delivery };
  }
  const fileOf = async (uploadId: string | undefined, ownerId: string) =>
    uploadId ? uploads.take(uploadId, ownerId, 'parcel_file', { now: deps.now() }) : undefined;

  /** The parcel was validated, changed or taken in between: the refusal contains its current state. */
  function conflictRefusal(actor: Actor, current: ParcelRecord | undefined): Refusal {
    if (!current) return new Refusal('NOT_FOUND');
    const now = { current: view(actor.id, current) };
    return current.status === 'active' ? new Refusal('STALE', staleListing, now) : changedState(current, now);
  }

  /** Stores the result of a rule on exactly the version that the owner saw, with its event. */
  function change(
    { actor, resource, version }: { actor: Actor; resource: ParcelRecord; version: number },
    event: TrackingEvent['type'],
    rule: () => ParcelRecord,
    others: readonly Write[] = [],
  ) {
    if (resource.version !== version) throw conflictRefusal(actor, resource);
    const changed = rule();
    return commit(view(actor.id, changed), [
      parcels.save(changed, (current) => conflictRefusal(actor, current)),
      parcelEvent(deps.table, changed, event, actor.id, deps.now()),
      ...others,
    ]);
  }

  return {
    readParcel: async ({ actor, resource }) => {
      const people = await profiles.people(peopleOf(resource));
      const parcel = view(actor.id, withPeople(resource, people));
      return answer({ ...parcel, ...shownReliability(people.get(resource.ownerId), actor.id) });
    },

    myParcels: async ({ actor, query }) => {
      const [{ items, ...rest }, stats] = await Promise.all([
        parcels.parcelsOf(actor.id, query),
        profiles.stats(actor.id),
      ]);
      const count = (phase: ParcelPhase) => items.filter((parcel) => phaseOf(parcel) === phase).length;
      // The counters change a moment after an act. When all rows are on this page, the page counts them itself.
      const isWhole = !query.status && !query.cursor && !rest.next;
      const counts = isWhole
        ? { todo: count('todo'), going: count('going'), over: count('over') }
        : { todo: stats.parcelsTodo, going: stats.parcelsGoing, over: stats.parcelsOver };
      return answer({ items: items.map((parcel) => view(actor.id, parcel)), counts, ...rest });
    },

    publishParcel: async ({ actor, body }) => {
      const [facts, file, people] = await Promise.all([
        factsOf(body),
        fileOf(body.uploadId, actor.id),
        profiles.people([actor.id]),
        requireRoom(actor.profile, () => parcels.unlistedCount(actor.id, deps.now())),
      ]);
      if (file === 'scanning') return accepted({ state: 'scanning' as const });
      const now = deps.now();
      const parcel = publishParcel({ ...facts, ...stored(file?.upload) }, partnerCard(actor.id, people.get(actor.id)), {
        id: deps.newId(),
        now,
      });
      return commit(view(actor.id, parcel), [
        parcels.add(parcel),
        parcelEvent(deps.table, parcel, 'published', actor.id, now),
        ...(file ? [file.attach] : []),
      ]);
    },

    editParcel: async (call) => {
      const { keepsFile, ...body } = call.body;
      const [facts, file] = await Promise.all([factsOf(body), fileOf(body.uploadId, call.actor.id)]);
      if (file === 'scanning') return accepted({ state: 'scanning' as const });
      const kept = keepsFile && call.resource.file ? { file: call.resource.file } : {};
      const edited = { ...facts, ...(file ? stored(file.upload) : kept) };
      return change(call, 'edited', () => editParcel(call.resource, edited, deps.now()), file ? [file.attach] : []);
    },

    pauseParcel: async (call) => change(call, 'paused', () => pauseParcel(call.resource)),
    resumeParcel: async (call) => change(call, 'resumed', () => resumeParcel(call.resource, deps.now())),

    /** A step that also concerns the carrier: with the rows of the assignment, and a mail. */
    cancelParcel: async ({ actor, resource, version, body }) => {
      const refuse = (current: ParcelRecord | undefined) =>
        current
          ? new Refusal('STATE_CHANGED', undefined, { current: view(actor.id, current) })
          : new Refusal('NOT_FOUND', { title: 'Introuvable', detail: unseenWords.deleted });
      const parcel = atSeenVersion(resource, version, () => cancelParcel(resource, actor.id, body.reason), refuse);
      return commit(view(actor.id, parcel), [
        parcels.save(parcel, refuse),
        ...stepWrites(deps, actor.id, resource, { parcel, event: 'cancelled', reason: body.reason }),
      ]);
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

const changedState = (parcel: ParcelRecord, now: { current: unknown }) =>
  new Refusal('STATE_CHANGED', parcel.carrierId ? takenMeanwhile : undefined, now);

const takenMeanwhile = {
  title: 'Situation modifiée',
  detail: "Un transporteur s'est engagé entre-temps : l'annonce ne peut plus être modifiée.",
};

const peopleOf = (parcel: ParcelRecord) => [parcel.ownerId, ...(parcel.carrierId ? [parcel.carrierId] : [])];

/** The parcel with the current names of its people, not those of the time when it was stored. */
function withPeople(parcel: ParcelRecord, people: ReadonlyMap<string, Person>): ParcelRecord {
  const { ownerId, carrierId } = parcel;
  const owner = partnerCard(ownerId, people.get(ownerId));
  return { ...parcel, owner, ...(carrierId ? { carrier: partnerCard(carrierId, people.get(carrierId)) } : {}) };
}
