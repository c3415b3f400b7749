import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { formerMember, nameOf } from '#shared/messaging/words.ts';
import { isReachable, type ProfileRecord } from '#shared/profiles/record.ts';

interface Named {
  readonly id: string;
  readonly firstName: string;
}

/** Half of what one database call takes, because each member is read with their counters. */
const batch = 50;

export async function namesOf(table: Table, ids: Iterable<string>) {
  const wanted = [...new Set(ids)];
  const people = new Map<string, ProfileRecord>();
  for (let at = 0; at < wanted.length; at += batch)
    for (const [id, { profile }] of await profileRepository(table).people(wanted.slice(at, at + batch)))
      people.set(id, profile);
  const contact = (id: string): Named => ({ id, firstName: people.get(id)?.firstName ?? nameOf(formerMember) });
  return {
    contact,
    author: (id: string): Named => {
      const profile = people.get(id);
      return profile && !isReachable(profile) ? { id, firstName: 'Membre indisponible' } : contact(id);
    },
  };
}

export type Names = Awaited<ReturnType<typeof namesOf>>;
