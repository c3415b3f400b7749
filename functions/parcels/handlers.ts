import { parcelEvent } from '#functions/deliveries/events.ts';
import { accepted, answer, commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/files.ts';
import { placeOf, requireRoom } from '#functions/platform/publishing.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { cardOf, formerMember } from '#shared/accounts/record.ts';
import { actionsOf } from '#shared/deliveries/rules.ts';
import type { Card } from '#shared/fields.ts';
import type { parcelRoutes } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { parcelFor, publishParcel } from '#shared/parcels/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { parcelRepository } from './repository.ts';

export interface ParcelDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function parcelHandlers(deps: ParcelDeps): Handlers<typeof parcelRoutes> {
  const parcels = parcelRepository(deps.table);
  const profiles = profileRepository(deps.table);
  const uploads = uploadRepository(deps.table);
  const view = (viewerId: string, parcel: ParcelRecord) =>
    parcelFor(viewerId, parcel, actionsOf(viewerId, parcel, deps.now()));

  return {
    readParcel: async ({ actor, subject }) =>
      answer(view(actor.id, withPeople(subject, await profiles.people(peopleOf(subject))))),

    myParcels: async ({ actor, query }) => {
      const { items, next } = await parcels.parcelsOf(actor.id, query.cursor);
      return answer({ items: items.map((parcel) => view(actor.id, parcel)), ...(next ? { next } : {}) });
    },

    publishParcel: async ({ actor, body }) => {
      const { weight, uploadId, ...facts } = body;
      const [pickup, delivery, file, people] = await Promise.all([
        placeOf(body.pickup, 'pickup'),
        placeOf(body.delivery, 'delivery'),
        uploadId ? uploads.take(uploadId, actor.id, 'parcel_file') : undefined,
        profiles.people([actor.id]),
        requireRoom(actor.profile, () => parcels.unlistedCount(actor.id)),
      ]);
      if (file === 'scanning') return accepted({ state: 'scanning' as const });
      const now = deps.now();
      const stored = file && { uploadId: file.upload.id, key: file.upload.key, contentType: file.upload.contentType };
      const parcel = publishParcel(
        { ...facts, weightGrams: weight, pickup, delivery, ...(stored ? { file: stored } : {}) },
        personCard(actor.id, people),
        { id: deps.newId(), now },
      );
      return commit(view(actor.id, parcel), [
        parcels.add(parcel),
        parcelEvent(deps.table, parcel, 'published', actor.id, now),
        ...(file ? [file.attach] : []),
      ]);
    },

    parcelFile: async ({ subject }) => {
      if (!subject.file) throw new Refusal('NOT_FOUND');
      return answer(
        await deps.files.link(
          deps.privateBucket,
          subject.file.key,
          subject.file.contentType,
          linkSeconds.other,
          deps.now(),
        ),
      );
    },
  };
}

const peopleOf = (parcel: ParcelRecord) => [parcel.ownerId, ...(parcel.carrierId ? [parcel.carrierId] : [])];

const personCard = (id: string, people: ReadonlyMap<string, Person>): Card => {
  const person = people.get(id);
  return person ? cardOf(person.profile, person.stats) : formerMember(id);
};

/** The parcel with its people as they are now, not as they were when it was stored. */
function withPeople(parcel: ParcelRecord, people: ReadonlyMap<string, Person>): ParcelRecord {
  const owner = personCard(parcel.ownerId, people);
  return parcel.carrierId ? { ...parcel, owner, carrier: personCard(parcel.carrierId, people) } : { ...parcel, owner };
}
